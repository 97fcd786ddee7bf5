// Triangles ready to be lit: smooth where faces meet at a small angle, sharp where they do not, and the sharp
// edges as lines. Equal points are found by equal numbers, not by a distance, so that it works in any unit of
// length.

import { Vector3 } from "three";

/** Edges sharper than this are creases, as the cosine of the angle between the faces. */
const CREASE = Math.cos((30 * Math.PI) / 180);

/** Three numbers per point; three points per triangle, two per edge. */
export interface Facets {
  positions: Float32Array;
  normals: Float32Array;
  edges: Float32Array;
}

export function facets(points: Float32Array, triangles: Uint32Array): Facets {
  const corners = weld(points, triangles);
  const at = (point: number) => new Vector3().fromArray(points, 3 * point);
  // As long as the triangle is large, so that large faces count for more in the mean of a corner.
  const areas = Array.from({ length: corners.length / 3 }, (_, face) => {
    const [a, b, c] = [0, 1, 2].map((i) => at(corners[3 * face + i]!)) as [Vector3, Vector3, Vector3];
    return b.sub(a).cross(c.sub(a));
  });
  const around = new Map<number, Vector3[]>();
  corners.forEach((point, i) => {
    const faces = around.get(point);
    const area = areas[Math.floor(i / 3)]!;
    if (faces) faces.push(area);
    else around.set(point, [area]);
  });
  const positions = new Float32Array(3 * corners.length);
  const normals = new Float32Array(3 * corners.length);
  corners.forEach((point, i) => {
    const area = areas[Math.floor(i / 3)]!;
    const normal = new Vector3();
    for (const other of around.get(point)!) if (smooth(area, other)) normal.add(other);
    at(point).toArray(positions, 3 * i);
    normal.normalize().toArray(normals, 3 * i);
  });
  const edges = creases(corners, areas).flatMap((point) => at(point).toArray());
  return { positions, normals, edges: new Float32Array(edges) };
}

function smooth(a: Vector3, b: Vector3): boolean {
  return a.dot(b) >= CREASE * a.length() * b.length();
}

/** The triangles' corners, each named by the first point that lies there. */
function weld(points: Float32Array, triangles: Uint32Array): Uint32Array {
  const first = new Map<string, number>();
  return triangles.map((point) => {
    const key = points.subarray(3 * point, 3 * point + 3).join();
    const known = first.get(key) ?? point;
    first.set(key, known);
    return known;
  });
}

/** Pairs of points: edges where two faces meet at an angle, and those with one face only. */
function creases(corners: Uint32Array, areas: Vector3[]): number[] {
  const open = new Map<string, { ends: [number, number]; area: Vector3 }>();
  const sharp: number[] = [];
  corners.forEach((from, i) => {
    const face = Math.floor(i / 3);
    const to = corners[3 * face + ((i + 1) % 3)]!;
    const area = areas[face]!;
    const key = from < to ? `${from},${to}` : `${to},${from}`;
    const other = open.get(key);
    if (!other) open.set(key, { ends: [from, to], area });
    else if (open.delete(key) && !smooth(area, other.area)) sharp.push(from, to);
  });
  for (const { ends } of open.values()) sharp.push(...ends);
  return sharp;
}
