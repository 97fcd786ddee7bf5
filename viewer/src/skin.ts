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
  triangles.forEach((corner, i) => {
    for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = points[3 * corner + axis]!;
  });
  for (let face = 0; face < positions.length; face += 9) {
    const corners = positions.subarray(face, face + 9);
    if (!corners.every(Number.isFinite)) corners.fill(0);
  }
  return { positions, normals: around && normals(areas(positions), triangles, around) };
}

/** Normals of faces, as long as twice the area, so that large faces count for more in the mean of a corner. */
function areas(positions: Float32Array): Float32Array {
  const areas = new Float32Array(positions.length / 3);
  for (let face = 0; face < areas.length; face += 3) {
    const at = (i: number) => positions[3 * face + i]!;
    const [ux, uy, uz] = [at(3) - at(0), at(4) - at(1), at(5) - at(2)];
    const [vx, vy, vz] = [at(6) - at(0), at(7) - at(1), at(8) - at(2)];
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
  const length = (face: number) => Math.hypot(areas[3 * face]!, areas[3 * face + 1]!, areas[3 * face + 2]!);
  const lengths = Float32Array.from({ length: triangles.length / 3 }, (_, face) => length(face));
  triangles.forEach((corner, i) => {
    const own = Math.floor(i / 3);
    const [ax, ay, az] = [areas[3 * own]!, areas[3 * own + 1]!, areas[3 * own + 2]!];
    let [x, y, z] = [0, 0, 0];
    for (let k = starts[corner]!; k < starts[corner + 1]!; k++) {
      const face = faces[k]!;
      const [bx, by, bz] = [areas[3 * face]!, areas[3 * face + 1]!, areas[3 * face + 2]!];
      if (ax * bx + ay * by + az * bz < CREASE * lengths[own]! * lengths[face]!) continue;
      [x, y, z] = [x + bx, y + by, z + bz];
    }
    const size = Math.hypot(x, y, z) || 1;
    [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]] = [x / size, y / size, z / size];
  });
  return normals;
}
