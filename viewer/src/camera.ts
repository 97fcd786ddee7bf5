// One camera for all runs. It is kept relative to each run's own view (its home), so that runs of one scene
// are seen from one place and runs of different scenes, in different units, still turn and zoom together.

import { MathUtils, OrthographicCamera, PerspectiveCamera, Spherical, Vector3 } from "three";
import type { Run } from "./protocol.ts";

export type Camera = PerspectiveCamera | OrthographicCamera;

/** A home in 3D is meant for pictures at least this wide; in narrower ones the camera stands back. */
const HOME_ASPECT = 1.3;
const POLE = 0.02;
const MARGIN = 1.08;

export interface Bounds {
  min: Vector3;
  max: Vector3;
}

/** A run and the camera that looks at it. */
export interface Sight {
  run: Run;
  /** The run as it was when the camera's home was chosen: a run that goes on may outgrow it. */
  home: Run;
  camera: Camera;
}

export function newCamera(run: Run): Camera {
  return run.dimension === 3 ? new PerspectiveCamera(run.camera.fov) : new OrthographicCamera();
}

/** How far the camera has been moved from home. */
export class Rig {
  private yaw = 0;
  private pitch = 0;
  private zoom = 1;
  /** In distances from the home's eye to its target. */
  private pan = new Vector3();

  get isHome(): boolean {
    return this.yaw === 0 && this.pitch === 0 && this.zoom === 1 && this.pan.length() === 0;
  }

  reset(): void {
    this.yaw = this.pitch = 0;
    this.zoom = 1;
    this.pan.set(0, 0, 0);
  }

  /** By angles. */
  turn(yaw: number, pitch: number): void {
    this.yaw += yaw;
    this.pitch = MathUtils.clamp(this.pitch + pitch, -Math.PI, Math.PI);
  }

  approach(factor: number): void {
    this.zoom = MathUtils.clamp(this.zoom * factor, 0.005, 50);
  }

  /** By shares of the picture's height, along the camera's right and up. */
  shift(right: number, up: number, { home, camera }: Sight): void {
    const height = 2 * tangent(home) * this.zoom * back(home, aspectOf(camera));
    const [x, y] = [new Vector3(), new Vector3()];
    camera.matrixWorld.extractBasis(x, y, new Vector3());
    this.pan.addScaledVector(x, right * height).addScaledVector(y, up * height);
  }

  /** Shows all of a box, from where the camera looks now. */
  fit(box: Bounds, { home, run, camera }: Sight): void {
    const { target, distance } = stand(home);
    const center = box.min.clone().add(box.max).multiplyScalar(0.5);
    const toCamera = camera.quaternion.clone().invert();
    let needed = 0;
    for (let corner = 0; corner < 8; corner++) {
      const at = new Vector3(
        corner & 1 ? box.max.x : box.min.x,
        corner & 2 ? box.max.y : box.min.y,
        corner & 4 ? box.max.z : box.min.z,
      )
        .sub(center)
        .applyQuaternion(toCamera);
      const across = Math.max(Math.abs(at.x) / aspectOf(camera), Math.abs(at.y)) / tangent(home);
      needed = Math.max(needed, run.dimension === 3 ? across + at.z : across);
    }
    this.pan.copy(center).sub(target).divideScalar(distance);
    this.zoom = 1;
    this.approach((MARGIN * Math.max(needed, 4 * run.radius)) / distance / back(home, aspectOf(camera)));
  }

  /** Places a run's camera for a picture of this aspect; returns its distance from what it looks at. */
  place({ home, run, camera }: Sight, aspect: number): number {
    const { target, distance, direction } = stand(home);
    const away = distance * this.zoom * back(home, aspect);
    const at = target.addScaledVector(this.pan, distance);
    const spherical = new Spherical().setFromVector3(direction);
    if (run.dimension === 3) {
      spherical.theta += this.yaw;
      spherical.phi = MathUtils.clamp(spherical.phi + this.pitch, POLE, Math.PI - POLE);
      this.pitch = spherical.phi - new Spherical().setFromVector3(direction).phi;
    }
    camera.position.setFromSpherical(spherical).multiplyScalar(away).add(at);
    camera.lookAt(at);
    const depth = Math.max(extent(run), distance) * 3;
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = aspect;
      camera.near = Math.max(away - depth, away / 100);
      camera.far = away + depth;
    } else {
      const half = away * tangent(home);
      Object.assign(camera, {
        left: -half * aspect,
        right: half * aspect,
        bottom: -half,
        top: half,
        far: 2 * away,
      });
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    return away;
  }
}

function stand({ camera }: Run): { target: Vector3; distance: number; direction: Vector3 } {
  const target = new Vector3(...camera.target);
  const direction = new Vector3(...camera.eye).sub(target);
  const distance = direction.length();
  return { target, distance, direction: direction.divideScalar(distance) };
}

/** How many times as far away as at home: in 2D, such that all of the bounds is seen. */
function back(run: Run, aspect: number): number {
  if (run.dimension === 3) return Math.max(1, HOME_ASPECT / aspect);
  const { target, distance } = stand(run);
  const { min, max } = run.bounds;
  const side = Math.max(max[0] - target.x, target.x - min[0]);
  const up = Math.max(max[1] - target.y, target.y - min[1]);
  return Math.max(1, (MARGIN * Math.max(side / aspect, up)) / (distance * tangent(run)));
}

/** Of half the angle from bottom to top. */
function tangent(run: Run): number {
  return Math.tan(MathUtils.degToRad(run.camera.fov) / 2);
}

export function aspectOf(camera: Camera): number {
  if (camera instanceof PerspectiveCamera) return camera.aspect;
  return (camera.right - camera.left) / (camera.top - camera.bottom);
}

/** Length of the diagonal of a run's bounds. */
export function extent({ bounds }: Run): number {
  return new Vector3(...bounds.min).distanceTo(new Vector3(...bounds.max));
}
