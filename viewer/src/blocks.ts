// The blocks of the grid that hold particles, as wire boxes in one draw call. Found only while they are
// shown.

import {
  BufferAttribute,
  Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  ShaderMaterial,
  Vector4,
} from "three";
import { LAYERS } from "./paint.ts";
import type { Frame, Run, Vec3 } from "./protocol.ts";

const VERTEX = /* glsl */ `
uniform float edge;
uniform vec4 slice;
attribute vec3 corner;
void main() {
  gl_Position = projectionMatrix * viewMatrix * vec4(corner + edge * position, 1.0);
  if (dot(slice, vec4(corner + 0.5 * edge, 1.0)) < 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const FRAGMENT = /* glsl */ `
uniform vec3 ink;
void main() {
  gl_FragColor = vec4(ink, 0.22);
}`;

const SQUARE = [0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0];
const LID = SQUARE.map((x, i) => (i % 3 === 2 ? 1 : x));
const POSTS = [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1];

export class Blocks {
  readonly lines: LineSegments<InstancedBufferGeometry, ShaderMaterial>;
  private readonly wire: BufferAttribute;

  /** `slice` is read whenever the blocks are drawn, as that of the particles. */
  constructor(
    private readonly run: Run,
    slice: Vector4,
  ) {
    this.wire = new BufferAttribute(
      new Float32Array(run.dimension === 2 ? SQUARE : [...SQUARE, ...LID, ...POSTS]),
      3,
    );
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      depthTest: run.dimension === 3,
      uniforms: { edge: { value: run.block.edge }, ink: { value: new Color() }, slice: { value: slice } },
    });
    this.lines = new LineSegments(new InstancedBufferGeometry(), material);
    this.lines.frustumCulled = false;
    this.lines.renderOrder = LAYERS.blocks;
    this.lines.visible = false;
  }

  show(frame: Frame): void {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", this.wire);
    geometry.setAttribute("corner", new InstancedBufferAttribute(occupied(frame, this.run), 3));
    this.lines.geometry.dispose();
    this.lines.geometry = geometry;
  }

  paint(ink: string): void {
    this.lines.material.uniforms.ink!.value.set(ink).convertLinearToSRGB();
  }
}

/** Lowest corners of the blocks that hold particles. */
export function occupied(
  frame: Omit<Frame, "net">,
  { block, dimension }: Pick<Run, "block" | "dimension">,
): Float32Array {
  const { edge, origin } = block;
  const scale = [0, 1, 2].map((axis) => frame.size[axis]! / 65535 / edge);
  const shift = [0, 1, 2].map((axis) => (frame.corner[axis]! - origin[axis]!) / edge);
  const first = shift.map(Math.floor);
  const count = [0, 1, 2].map((axis) => Math.floor(shift[axis]! + 65535 * scale[axis]!) - first[axis]! + 1);
  const seen = new Set<number>();
  let previous = -1;
  for (let i = 0; i < frame.positions.length; i += 3) {
    let key = 0;
    for (let axis = dimension - 1; axis >= 0; axis--) {
      const index = Math.floor(shift[axis]! + frame.positions[i + axis]! * scale[axis]!) - first[axis]!;
      key = key * count[axis]! + index;
    }
    if (key !== previous) seen.add(key);
    previous = key;
  }
  const blocks = new Map<string, Vec3>();
  const add = (block: Vec3) => blocks.set(block.join(), block);
  for (const key of seen) {
    const block: Vec3 = [0, 0, 0];
    for (let axis = 0, rest = key; axis < dimension; axis++) {
      block[axis] = first[axis]! + (rest % count[axis]!);
      rest = Math.floor(rest / count[axis]!);
    }
    add(block);
  }
  for (const places of [frame.strays, frame.joined]) {
    const along = (i: number, axis: number) => Math.floor((places[i + axis]! - origin[axis]!) / edge);
    for (let i = 0; i < places.length; i += 3) {
      add([along(i, 0), along(i, 1), dimension === 3 ? along(i, 2) : 0]);
    }
  }
  const corners = [...blocks.values()].flatMap((block) =>
    block.map((index, axis) => (axis < dimension ? origin[axis]! + edge * index : 0)),
  );
  return Float32Array.from(corners);
}
