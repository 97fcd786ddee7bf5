// All particles of a run in one draw call, and one more if there are strays: points that the fragment shader
// turns into lit spheres (3D) or disks (2D). Positions and values go to the GPU as the bytes that came; nothing
// is done per particle here.

import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  Group,
  NearestFilter,
  Points,
  ShaderMaterial,
  Vector4,
} from "three";
import type { Frame } from "./protocol.ts";

// What is on the hidden side of the slice leaves the clip volume as a whole: spheres are small against the
// cut. What is deep in the picture is a little darker, which shows the shape of a heap that the spheres alone
// would not. Nothing varies within a point but the place in it, so nothing is interpolated.
const VERTEX = /* glsl */ `
uniform float radius, pixels, valued;
uniform vec4 slice;
uniform vec2 fade;
uniform sampler2D strip;
attribute float value;
flat varying vec3 albedo;
flat varying float depth, size;

void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vec4 eye = viewMatrix * world;
  gl_Position = projectionMatrix * eye;
  size = max(radius * projectionMatrix[1][1] * pixels / gl_Position.w, 1.5);
  gl_PointSize = size;
  if (dot(slice, vec4(world.xyz, 1.0)) < 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  albedo = texture2D(strip, vec2((value * valued + 0.5) / 256.0, 0.5)).rgb;
  #ifdef SPHERES
  albedo *= albedo * (1.0 - 0.6 * clamp((-eye.z - fade.x) / fade.y, 0.0, 1.0));
  #endif
  depth = eye.z;
}`;

// The light comes from above the viewer's left shoulder, the sky from above in the world. Light is summed in
// squares of what the screen shows, a root away from it: near enough to sRGB, and much faster than its powers
// in software.
const SPHERE = /* glsl */ `
uniform float radius;
uniform mat4 projectionMatrix;
flat varying vec3 albedo;
flat varying float depth;
const vec3 LIGHT = normalize(vec3(-0.45, 0.75, 0.65));
const vec3 HALFWAY = normalize(LIGHT + vec3(0.0, 0.0, 1.0));

void main() {
  vec2 at = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
  float outside = dot(at, at);
  if (outside > 1.0) discard;
  vec3 normal = vec3(at, sqrt(1.0 - outside));
  float light = 0.33 + 0.14 * dot(normal, viewMatrix[1].xyz) + 0.78 * max(dot(normal, LIGHT), 0.0);
  float glint = dot(normal, HALFWAY);
  glint *= glint;
  glint *= glint;
  glint *= glint;
  glint *= glint * glint * glint;
  gl_FragColor = vec4(sqrt(albedo * light + 0.05 * glint), 1.0);
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

/** What the picture tells the shader before it draws. */
export interface Shading {
  /** Height of the viewport in pixels of the screen. */
  pixels: number;
  /** A point x is hidden where slice · (x, 1) < 0. */
  slice: Vector4;
  /** Distance at which darkening begins, and over which it becomes full. */
  fade: [number, number];
}

export class Particles {
  readonly group = new Group();
  private readonly bulk: Points;
  private readonly strays: Points;
  private readonly material: ShaderMaterial;
  private readonly strip: DataTexture;

  constructor(dimension: 2 | 3, radius: number) {
    this.strip = new DataTexture(new Uint8Array(4 * 256), 256, 1);
    this.strip.minFilter = this.strip.magFilter = NearestFilter;
    const flat = dimension === 2;
    this.material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: flat ? DISK : SPHERE,
      defines: flat ? {} : { SPHERES: 1 },
      transparent: flat,
      depthTest: !flat,
      depthWrite: !flat,
      uniforms: {
        radius: { value: radius },
        pixels: { value: 1 },
        valued: { value: 0 },
        strip: { value: this.strip },
        slice: { value: new Vector4() },
        fade: { value: [0, 1] },
      },
    });
    [this.bulk, this.strays] = [new Points(), new Points()];
    for (const points of [this.bulk, this.strays]) {
      points.material = this.material;
      points.frustumCulled = false;
      points.matrixAutoUpdate = false;
      points.visible = false;
      this.group.add(points);
    }
  }

  show({ positions, strays, values, size, corner }: Frame): void {
    const near = positions.length / 3;
    fill(this.bulk, new BufferAttribute(positions, 3, true), values?.subarray(0, near));
    fill(this.strays, new BufferAttribute(strays, 3), values?.subarray(near));
    this.bulk.matrix.makeScale(...size).setPosition(...corner);
    this.material.uniforms.valued!.value = values ? 1 : 0;
  }

  color(strip: Uint8Array<ArrayBuffer>): void {
    this.strip.image.data!.set(strip);
    this.strip.needsUpdate = true;
  }

  shade({ pixels, slice, fade }: Shading): void {
    const { uniforms } = this.material;
    uniforms.pixels!.value = pixels;
    uniforms.slice!.value.copy(slice);
    uniforms.fade!.value = fade;
  }
}

function fill(points: Points, positions: BufferAttribute, values: Uint8Array<ArrayBuffer> | undefined): void {
  points.geometry.dispose();
  points.geometry = new BufferGeometry().setAttribute("position", positions);
  if (values) points.geometry.setAttribute("value", new BufferAttribute(values, 1));
  points.visible = positions.count > 0;
}
