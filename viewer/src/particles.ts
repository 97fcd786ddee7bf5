// All free particles of a run in one draw call, and one more if there are strays: points that the fragment
// shader turns into lit spheres (3D) or disks (2D). Positions and values go to the GPU as the bytes that came;
// nothing is done per particle here. Joined particles are points too where one wants to see them.

import { BufferAttribute, BufferGeometry, Group, Points } from "three";
import { LAYERS, type Paint } from "./paint.ts";
import type { Frame } from "./protocol.ts";

/** Of a joined particle, in those of a free one: what it joins should still be seen. */
const JOINED_RADIUS = 0.35;

// What is on the hidden side of the slice leaves the clip volume as a whole: spheres are small against the cut.
// Nothing varies within a point but the place in it, so nothing is interpolated.
const VERTEX = /* glsl */ `
uniform float radius, pixels;
attribute float value;
flat varying vec3 albedo;
flat varying float depth, size;

void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vec4 eye = viewMatrix * world;
  gl_Position = projectionMatrix * eye;
  size = max(radius * projectionMatrix[1][1] * pixels / gl_Position.w, 1.5);
  gl_PointSize = size;
  if (shown(world.xyz) < 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  albedo = coloring(value, eye.z);
  depth = eye.z;
}`;

const SPHERE = /* glsl */ `
uniform float radius;
uniform mat4 projectionMatrix;
flat varying vec3 albedo;
flat varying float depth;

void main() {
  vec2 at = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
  float outside = dot(at, at);
  if (outside > 1.0) discard;
  vec3 normal = vec3(at, sqrt(1.0 - outside));
  gl_FragColor = vec4(sqrt(lit(albedo, normal)), 1.0);
  gl_FragDepth = 0.5 - 0.5 * (projectionMatrix[2][2] + projectionMatrix[3][2] / (depth + radius * normal.z));
}`;

const DISK = /* glsl */ `
flat varying vec3 albedo;
flat varying float size;

void main() {
  vec2 at = 2.0 * gl_PointCoord - 1.0;
  float cover = clamp((1.0 - length(at)) * size * 0.5 + 0.5, 0.0, 1.0);
  if (cover <= 0.0) discard;
  gl_FragColor = vec4(albedo, cover);
}`;

export class Particles {
  readonly group = new Group();
  private readonly bulk = new Points();
  private readonly strays = new Points();
  private readonly joined = new Points();
  private frame: Frame | null = null;
  private joinedToo = false;

  constructor(paint: Paint, radius: number) {
    const material = (radius: number) =>
      paint.material(VERTEX, { space: SPHERE, plane: DISK }, { radius: { value: radius } });
    this.bulk.material = this.strays.material = material(radius);
    this.joined.material = material(JOINED_RADIUS * radius);
    for (const points of [this.bulk, this.strays, this.joined]) {
      points.frustumCulled = false;
      points.matrixAutoUpdate = false;
      points.visible = false;
      points.renderOrder = LAYERS.particles;
      this.group.add(points);
    }
  }

  show(frame: Frame): void {
    this.frame = frame;
    const { positions, strays, values, size, corner } = frame;
    const [near, far] = [positions.length / 3, strays.length / 3];
    fill(this.bulk, new BufferAttribute(positions, 3, true), values?.subarray(0, near));
    fill(this.strays, new BufferAttribute(strays, 3), values?.subarray(near, near + far));
    this.bulk.matrix.makeScale(...size).setPosition(...corner);
    this.fillJoined();
  }

  /** Joined particles are shown as points, or not. */
  showJoined(joinedToo: boolean): void {
    this.joinedToo = joinedToo;
    this.fillJoined();
  }

  private fillJoined(): void {
    const places = (this.joinedToo && this.frame?.joined) || new Float32Array();
    const values = this.frame?.values?.subarray(this.frame.count - places.length / 3);
    fill(this.joined, new BufferAttribute(places, 3), values);
  }
}

function fill(points: Points, positions: BufferAttribute, values: Uint8Array<ArrayBuffer> | undefined): void {
  points.geometry.dispose();
  points.geometry = new BufferGeometry().setAttribute("position", positions);
  if (values) points.geometry.setAttribute("value", new BufferAttribute(values, 1));
  points.visible = positions.count > 0;
}
