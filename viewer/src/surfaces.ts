// Sheets and bodies: triangles seen from both sides, lit in 3D, with their edges in 2D; all in one draw call.

import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, type ShaderMaterial } from "three";
import { LAYERS, type Paint } from "./paint.ts";
import type { Frame } from "./protocol.ts";
import { around, skin, type Around } from "./skin.ts";

const VERTEX = /* glsl */ `
attribute float value;
varying vec3 albedo, facing, corner;
varying float visible;

void main() {
  vec4 eye = viewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * eye;
  albedo = coloring(value, eye.z);
  visible = shown(position);
  #ifdef SPACE
  facing = mat3(viewMatrix) * normal;
  #endif
  int place = gl_VertexID % 3;
  corner = vec3(place == 0, place == 1, place == 2);
}`;

const LIT = /* glsl */ `
varying vec3 albedo, facing;
varying float visible;

void main() {
  if (visible < 0.0) discard;
  vec3 normal = normalize(facing);
  gl_FragColor = vec4(sqrt(lit(albedo, gl_FrontFacing ? normal : -normal)), 1.0);
}`;

// Lines as close together as they are wide would leave nothing of the area.
const FLAT = /* glsl */ `
varying vec3 albedo, corner;
varying float visible;

void main() {
  if (visible < 0.0) discard;
  vec3 pixel = fwidth(corner);
  vec3 away = corner / pixel;
  float edge = 1.0 - clamp(min(away.x, min(away.y, away.z)), 0.0, 1.0);
  float wide = 1.0 / max(pixel.x, max(pixel.y, pixel.z));
  gl_FragColor = vec4(albedo * (1.0 - 0.4 * edge * smoothstep(3.0, 10.0, wide)), 1.0);
}`;

export class Surfaces {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  /** What is known of the last frame's triangles, which are often those of the next. */
  private known: { triangles: Uint32Array; around: Around } | null = null;

  constructor(
    paint: Paint,
    private readonly dimension: 2 | 3,
  ) {
    const material = paint.material(VERTEX, { space: LIT, plane: FLAT }, {});
    material.side = DoubleSide;
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.renderOrder = LAYERS.surfaces;
  }

  show(frame: Frame): void {
    const { net, joined, values, count } = frame;
    const { triangles } = net;
    this.mesh.geometry.dispose();
    this.mesh.visible = triangles.length > 0;
    if (!this.mesh.visible) return;
    if (this.known?.triangles !== triangles)
      this.known = { triangles, around: around(triangles, net.joined) };
    const { positions, normals } = skin(joined, triangles, this.dimension === 3 ? this.known.around : null);
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
    if (normals) geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    if (values) {
      const first = count - net.joined;
      const own = Uint8Array.from(triangles, (corner) => values[first + corner]!);
      geometry.setAttribute("value", new BufferAttribute(own, 1));
    }
    this.mesh.geometry = geometry;
  }
}
