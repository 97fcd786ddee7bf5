// All that is rigid: colliders, sources and sinks, each where the frame says.

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Plane,
} from "three";
import { facets } from "./facets.ts";
import { LAYERS } from "./paint.ts";
import { decode, type Frame, type Obstacle } from "./protocol.ts";

const LOOKS = {
  solid: { fill: 1, line: 0 },
  glass: { fill: 0.1, line: 0.7 },
  region: { fill: 0.05, line: 0.3 },
};

export class Obstacles {
  readonly group = new Group();

  constructor(list: Obstacle[], dimension: 2 | 3) {
    for (const obstacle of list) {
      const child = dimension === 3 ? solid(obstacle) : flat(obstacle);
      child.matrixAutoUpdate = false;
      this.group.add(child);
    }
  }

  place(frame: Frame): void {
    this.group.children.forEach((child, index) => {
      const m = frame.matrices.subarray(12 * index, 12 * index + 12);
      child.visible = m.length === 12 && !Number.isNaN(m[0]);
      if (child.visible) child.matrix.set(...(m as unknown as Twelve), 0, 0, 0, 1);
    });
  }

  cut(planes: Plane[]): void {
    this.group.traverse((object) => {
      if (object instanceof Mesh || object instanceof LineSegments) object.material.clippingPlanes = planes;
    });
  }
}

type Number4 = [number, number, number, number];
type Twelve = [...Number4, ...Number4, ...Number4];

function shape(positions: Float32Array): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
}

function solid(obstacle: Obstacle): Group {
  const { fill, line } = LOOKS[obstacle.look];
  const { positions, normals, edges } = facets(
    decode(obstacle.positions, Float32Array),
    decode(obstacle.triangles, Uint32Array),
  );
  const geometry = shape(positions).setAttribute("normal", new BufferAttribute(normals, 3));
  const clear = fill < 1;
  const material = new MeshLambertMaterial({
    color: obstacle.color,
    transparent: clear,
    opacity: fill,
    depthWrite: !clear,
    side: clear ? FrontSide : DoubleSide,
  });
  const group = new Group().add(new Mesh(geometry, material));
  if (clear) group.add(lines(shape(edges), obstacle.color, line));
  return group;
}

/** In 2D, under the particles: the filled outline and its line. */
function flat(obstacle: Obstacle): Group {
  const { fill, line } = LOOKS[obstacle.look];
  const positions = decode(obstacle.positions, Float32Array);
  const geometry = shape(positions).setIndex(new BufferAttribute(decode(obstacle.triangles, Uint32Array), 1));
  const material = new MeshBasicMaterial({
    color: obstacle.color,
    transparent: true,
    opacity: fill,
    depthTest: false,
    side: DoubleSide,
  });
  const mesh = new Mesh(geometry, material);
  const outline = shape(positions).setIndex(new BufferAttribute(decode(obstacle.edges, Uint32Array), 1));
  const edge = lines(outline, obstacle.color, Math.max(line, fill));
  mesh.renderOrder = edge.renderOrder = LAYERS.obstacles;
  return new Group().add(mesh, edge);
}

function lines(geometry: BufferGeometry, color: string, opacity: number): LineSegments {
  return new LineSegments(
    geometry,
    new LineBasicMaterial({ color, transparent: true, opacity, depthWrite: false }),
  );
}
