// What all matter has in common, drawn as spheres, strands or surfaces: the colours of its bytes, the slice,
// the darkening with depth, the light.

import { DataTexture, NearestFilter, ShaderMaterial, Vector4, type IUniform } from "three";

/** For vertex shaders: what a byte looks like at a depth, and where the slice is. */
export const COLORING = /* glsl */ `
uniform float valued;
uniform vec4 slice;
uniform vec2 fade;
uniform sampler2D strip;

// What is deep in the picture is a little darker, which shows the shape of a heap that the spheres alone would
// not. Light is summed in squares of what the screen shows, a root away from it: near enough to sRGB, and much
// faster than its powers in software.
vec3 coloring(float value, float depth) {
  vec3 albedo = texture2D(strip, vec2((value * valued + 0.5) / 256.0, 0.5)).rgb;
  #ifdef SPACE
  albedo *= albedo * (1.0 - 0.6 * clamp((-depth - fade.x) / fade.y, 0.0, 1.0));
  #endif
  return albedo;
}

// Negative where nothing is shown.
float shown(vec3 place) {
  return dot(slice, vec4(place, 1.0));
}`;

/**
 * For fragment shaders in space: the light comes from above the viewer's left shoulder, the sky from above in
 * the world.
 */
export const LIGHTING = /* glsl */ `
const vec3 LIGHT = normalize(vec3(-0.45, 0.75, 0.65));
const vec3 HALFWAY = normalize(LIGHT + vec3(0.0, 0.0, 1.0));

vec3 lit(vec3 albedo, vec3 normal) {
  float light = 0.33 + 0.14 * dot(normal, viewMatrix[1].xyz) + 0.78 * max(dot(normal, LIGHT), 0.0);
  float glint = max(dot(normal, HALFWAY), 0.0);
  glint *= glint;
  glint *= glint;
  glint *= glint;
  glint *= glint * glint * glint;
  return albedo * light + 0.05 * glint;
}`;

/** What the picture tells the shaders before it draws. */
export interface Shading {
  /** Height of the viewport in pixels of the screen. */
  pixels: number;
  /** A point x is hidden where slice · (x, 1) < 0. */
  slice: Vector4;
  /** Distance at which darkening begins, and over which it becomes full. */
  fade: [number, number];
}

export class Paint {
  private readonly strip = new DataTexture(new Uint8Array(4 * 256), 256, 1);
  private readonly uniforms = {
    pixels: { value: 1 },
    valued: { value: 0 },
    strip: { value: this.strip },
    slice: { value: new Vector4() },
    fade: { value: [0, 1] },
  };

  constructor(private readonly dimension: 2 | 3) {
    this.strip.minFilter = this.strip.magFilter = NearestFilter;
  }

  /** A material of this paint and uniforms of its own. What is flat lies on what was drawn before. */
  material(
    vertex: string,
    fragment: { space: string; plane: string },
    own: Record<string, IUniform>,
  ): ShaderMaterial {
    const flat = this.dimension === 2;
    return new ShaderMaterial({
      vertexShader: COLORING + vertex,
      fragmentShader: flat ? fragment.plane : LIGHTING + fragment.space,
      defines: flat ? {} : { SPACE: 1 },
      transparent: flat,
      depthTest: !flat,
      depthWrite: !flat,
      uniforms: { ...this.uniforms, ...own },
    });
  }

  color(strip: Uint8Array<ArrayBuffer>): void {
    this.strip.image.data!.set(strip);
    this.strip.needsUpdate = true;
  }

  /** Whether each particle has a byte of its own, or all have the first colour. */
  value(each: Uint8Array | null): void {
    this.uniforms.valued.value = each ? 1 : 0;
  }

  shade({ pixels, slice, fade }: Shading): void {
    this.uniforms.pixels.value = pixels;
    this.uniforms.slice.value.copy(slice);
    this.uniforms.fade.value = fade;
  }
}

/** What lies on what in 2D: obstacles, surfaces, strands, particles, blocks of the grid. */
export const LAYERS = { obstacles: -3, surfaces: -2, strands: -1, particles: 0, blocks: 1 };
