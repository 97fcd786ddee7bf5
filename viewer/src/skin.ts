// Triangles that share no corners, so that each corner has a normal of its own: smooth where the triangles
// around it bend a little, sharp where they bend much. Done anew for every frame, hence numbers and no vectors.

/** Edges sharper than this are creases, as the cosine of the angle between the faces. */
const CREASE = 0.6;

/** The triangles at each point: `faces` from one of its `starts` to the next. */
export interface Around {
  starts: Uint32Array;
  faces: Uint32Array;
}

export function around(triangles: Uint32Array, points: number): Around {
  const starts = new Uint32Array(points + 1);
  for (const corner of triangles) starts[corner + 1]! += 1;
  for (let point = 0; point < points; point++) starts[point + 1]! += starts[point]!;
  const next = starts.slice();
  const faces = new Uint32Array(triangles.length);
  triangles.forEach((corner, i) => {
    faces[next[corner]!] = Math.floor(i / 3);
    next[corner]! += 1;
  });
  return { starts, faces };
}

export interface Skin {
  /** Three numbers per corner. A triangle of which a corner is nowhere has no size. */
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer> | null;
}

/** With normals if it is known what is around the points. */
export function skin(points: Float32Array, triangles: Uint32Array, around: Around | null): Skin {
  const positions = new Float32Array(3 * triangles.length);
  for (let face = 0; face < triangles.length; face += 3) {
    let sum = 0;
    for (let i = face; i < face + 3; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const x = points[3 * triangles[i]! + axis]!;
        positions[3 * i + axis] = x;
        // Finite if all are, for they are single and this is double.
        sum += x;
      }
    }
    if (!Number.isFinite(sum)) positions.fill(0, 3 * face, 3 * face + 9);
  }
  return { positions, normals: around && normals(areas(positions), triangles, around) };
}

/** Normals of faces, as long as twice the area, so that large faces count for more in the mean of a corner. */
function areas(positions: Float32Array): Float32Array {
  const areas = new Float32Array(positions.length / 3);
  for (let face = 0; face < areas.length; face += 3) {
    const at = 3 * face;
    const ux = positions[at + 3]! - positions[at]!;
    const uy = positions[at + 4]! - positions[at + 1]!;
    const uz = positions[at + 5]! - positions[at + 2]!;
    const vx = positions[at + 6]! - positions[at]!;
    const vy = positions[at + 7]! - positions[at + 1]!;
    const vz = positions[at + 8]! - positions[at + 2]!;
    areas[face] = uy * vz - uz * vy;
    areas[face + 1] = uz * vx - ux * vz;
    areas[face + 2] = ux * vy - uy * vx;
  }
  return areas;
}

function normals(
  areas: Float32Array,
  triangles: Uint32Array,
  { starts, faces }: Around,
): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(3 * triangles.length);
  const lengths = new Float32Array(triangles.length / 3);
  for (let i = 0; i < lengths.length; i++) {
    lengths[i] = Math.sqrt(areas[3 * i]! ** 2 + areas[3 * i + 1]! ** 2 + areas[3 * i + 2]! ** 2);
  }
  for (let i = 0; i < triangles.length; i++) {
    const corner = triangles[i]!;
    const own = Math.floor(i / 3);
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = starts[corner]!; k < starts[corner + 1]!; k++) {
      const at = 3 * faces[k]!;
      const along =
        areas[3 * own]! * areas[at]! +
        areas[3 * own + 1]! * areas[at + 1]! +
        areas[3 * own + 2]! * areas[at + 2]!;
      if (along < CREASE * lengths[own]! * lengths[faces[k]!]!) continue;
      x += areas[at]!;
      y += areas[at + 1]!;
      z += areas[at + 2]!;
    }
    const size = Math.sqrt(x * x + y * y + z * z) || 1;
    normals[3 * i] = x / size;
    normals[3 * i + 1] = y / size;
    normals[3 * i + 2] = z / size;
  }
  return normals;
}
