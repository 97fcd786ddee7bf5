// Strands: every segment an instance of one square, turned to the eye and lit by its tangent as hair is, all
// in one draw call.

import {
  BufferAttribute,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  type ShaderMaterial,
} from "three";
import { LAYERS, type Paint } from "./paint.ts";
import type { Frame } from "./protocol.ts";

/** Of a strand, in those of a particle, which is as wide as strands are apart. */
const RADIUS = 0.2;

// A strand's points follow each other in one buffer, of which an instance sees four: a segment and its
// neighbours. Beside the place each has its byte and the strand's tone, or −1 where there is no point: before
// and after every strand. Half the width is at least 0.6 pixels; half a pixel more is for a soft edge.
const VERTEX = /* glsl */ `
uniform float radius, pixels;
attribute vec4 before, begin, end, after;
varying vec3 albedo, tangent, side;
varying float across, reach, visible;

void main() {
  bool first = position.x < 0.5;
  vec4 here = first ? begin : end;
  vec4 back = !first || before.w < 0.0 ? begin : before;
  vec4 next = first || after.w < 0.0 ? end : after;
  vec4 eye = viewMatrix * vec4(here.xyz, 1.0);
  vec3 ahead = mat3(viewMatrix) * (next.xyz - back.xyz);
  #ifdef SPACE
  vec3 sight = eye.xyz;
  #else
  vec3 sight = vec3(0.0, 0.0, -1.0);
  #endif
  tangent = ahead / max(length(ahead), 1e-30);
  side = cross(tangent, normalize(sight));
  side = length(side) > 1e-6 ? normalize(side) : vec3(1.0, 0.0, 0.0);

  float pixel = 2.0 * (projectionMatrix * eye).w / (projectionMatrix[1][1] * pixels);
  reach = max(radius / pixel, 0.6);
  across = position.y * (reach + 0.5);
  gl_Position = projectionMatrix * (eye + vec4(across * pixel * side, 0.0));
  if (begin.w < 0.0 || end.w < 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  visible = shown(here.xyz);
  albedo = coloring(mod(here.w, 256.0), eye.z);
  #ifdef SPACE
  albedo *= 0.7 + 0.5 * floor(here.w / 256.0) / 255.0;
  #endif
}`;

// After Kajiya and Kay, who sum the light around a hair; where it is wide enough, as a tube.
const HAIR = /* glsl */ `
varying vec3 albedo, tangent, side;
varying float across, reach, visible;

void main() {
  float cover = clamp(reach + 0.5 - abs(across), 0.0, 1.0);
  if (visible < 0.0 || cover < 0.2) discard;
  vec3 along = normalize(tangent);
  float slope = dot(along, LIGHT);
  float glance = dot(along, HALFWAY);
  float gloss = pow(max(1.0 - glance * glance, 0.0), 40.0);
  vec3 hair = albedo * (0.3 + 0.65 * (1.0 - slope * slope)) + (0.05 + 0.4 * albedo) * gloss;
  float at = clamp(across / reach, -1.0, 1.0);
  vec3 outward = normalize(cross(side, along));
  vec3 tube = lit(albedo, normalize(at * side + sqrt(1.0 - at * at) * outward));
  gl_FragColor = vec4(sqrt(mix(hair, tube, smoothstep(1.5, 4.0, reach))), cover);
}`;

const STROKE = /* glsl */ `
varying vec3 albedo;
varying float across, reach, visible;

void main() {
  float cover = clamp(reach + 0.5 - abs(across), 0.0, 1.0);
  if (visible < 0.0 || cover <= 0.0) discard;
  gl_FragColor = vec4(albedo, cover);
}`;

const SQUARE = new BufferAttribute(Float32Array.of(0, -1, 0, 1, -1, 0, 0, 1, 0, 1, 1, 0), 3);
const HALVES = new BufferAttribute(Uint16Array.of(0, 1, 2, 2, 1, 3), 1);
const NUMBERS = 4;

export class Strands {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;

  constructor(paint: Paint, radius: number) {
    const material = paint.material(
      VERTEX,
      { space: HAIR, plane: STROKE },
      { radius: { value: RADIUS * radius } },
    );
    // For soft edges; strands still hide what is behind them.
    material.transparent = true;
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.renderOrder = LAYERS.strands;
  }

  show(frame: Frame): void {
    this.mesh.geometry.dispose();
    this.mesh.visible = frame.net.points.length > 0;
    if (!this.mesh.visible) return;
    const points = thread(frame);
    const buffer = new InstancedInterleavedBuffer(points, NUMBERS);
    const geometry = new InstancedBufferGeometry().setIndex(HALVES).setAttribute("position", SQUARE);
    ["before", "begin", "end", "after"].forEach((name, i) => {
      geometry.setAttribute(name, new InterleavedBufferAttribute(buffer, NUMBERS, NUMBERS * i));
    });
    (geometry as InstancedBufferGeometry).instanceCount = points.length / NUMBERS - 3;
    this.mesh.geometry = geometry as InstancedBufferGeometry;
  }
}

/** The points of all strands, a gap before and after each, and where a place is no number. */
export function thread({ net, joined, values, count }: Frame): Float32Array<ArrayBuffer> {
  const { lines, points } = net;
  const first = count - joined.length / 3;
  const thread = new Float32Array(NUMBERS * (points.length + lines.length + 1));
  thread[3] = -1;
  let [from, to] = [0, NUMBERS];
  lines.forEach((length, line) => {
    // Multiples of the golden ratio are spread evenly, however many there are.
    const tone = 256 * Math.floor(256 * ((line * 0.618034) % 1));
    for (let i = 0; i < length; i++, to += NUMBERS) {
      const point = points[from++]!;
      const [x, y, z] = [joined[3 * point]!, joined[3 * point + 1]!, joined[3 * point + 2]!];
      if (Number.isFinite(x + y + z)) {
        thread[to] = x;
        thread[to + 1] = y;
        thread[to + 2] = z;
        thread[to + 3] = tone + (values ? values[first + point]! : 0);
      } else thread[to + 3] = -1;
    }
    thread[to + 3] = -1;
    to += NUMBERS;
  });
  return thread;
}
