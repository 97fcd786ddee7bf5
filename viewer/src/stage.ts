// What stands around the matter: the floor as a grid of lines that fades out, and the outline of the walls.

import {
  Box3,
  Box3Helper,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Vector3,
} from "three";
import type { Run } from "./protocol.ts";
import type { Inks } from "./theme.ts";
import { niceStep } from "./ticks.ts";

const VERTEX = /* glsl */ `
varying vec2 at;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  at = world.xz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const FRAGMENT = /* glsl */ `
uniform vec3 ink;
uniform vec2 center;
uniform float cell, reach;
varying vec2 at;

float ruled(float cell) {
  vec2 share = at / cell;
  vec2 off = abs(fract(share - 0.5) - 0.5) / fwidth(share);
  return 1.0 - min(min(off.x, off.y), 1.0);
}

void main() {
  float near = 1.0 - smoothstep(0.25, 1.0, length(at - center) / reach);
  float line = max(0.35 * ruled(cell), 0.8 * ruled(5.0 * cell));
  gl_FragColor = vec4(ink, 0.5 * line * near);
}`;

export class Stage {
  readonly group = new Group();
  private readonly outline: LineBasicMaterial[] = [];
  private readonly floor: ShaderMaterial | undefined;

  constructor(private readonly run: Run) {
    const { floor, outline } = run.walls;
    if (outline) {
      const box = new Box3Helper(new Box3(new Vector3(...outline.min), new Vector3(...outline.max)));
      this.addLine(box, box.material as LineBasicMaterial);
    }
    if (floor === null) return;
    if (run.dimension === 2) this.addGround(run, floor);
    else this.floor = this.addFloor(run, floor);
  }

  /** Whether it is what a run needs now. */
  suits(run: Run): boolean {
    const needs = ({ bounds, walls }: Run) => JSON.stringify([bounds, walls]);
    return needs(run) === needs(this.run);
  }

  paint(inks: Inks): void {
    for (const material of this.outline) material.color = new Color(inks.outline);
    this.floor?.uniforms.ink!.value.set(inks.grid).convertLinearToSRGB();
  }

  private addLine(line: LineSegments, material: LineBasicMaterial): void {
    material.transparent = true;
    material.opacity = 0.7;
    this.outline.push(material);
    this.group.add(line);
  }

  private addGround(run: Run, floor: number): void {
    const { min, max } = run.bounds;
    const width = max[0] - min[0];
    const ends = [new Vector3(min[0] - width, floor, 0), new Vector3(max[0] + width, floor, 0)];
    const material = new LineBasicMaterial();
    this.addLine(new LineSegments(new BufferGeometry().setFromPoints(ends), material), material);
  }

  private addFloor(run: Run, floor: number): ShaderMaterial {
    const { min, max } = run.bounds;
    const size = Math.max(...[0, 1, 2].map((axis) => max[axis]! - min[axis]!));
    const center: [number, number] = [(min[0] + max[0]) / 2, (min[2] + max[2]) / 2];
    const reach = 1.6 * size;
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      uniforms: {
        ink: { value: new Color() },
        center: { value: center },
        cell: { value: niceStep(size / 20) },
        reach: { value: reach },
      },
    });
    const plane = new Mesh(new PlaneGeometry(2 * reach, 2 * reach).rotateX(-Math.PI / 2), material);
    plane.position.set(center[0], floor, center[1]);
    plane.renderOrder = -2;
    this.group.add(plane);
    return material;
  }
}
