// One run in its part of the picture.

import { Color, DirectionalLight, HemisphereLight, Plane, Scene, Vector3, Vector4 } from "three";
import { Blocks } from "./blocks.ts";
import { extent, newCamera, type Bounds, type Camera, type Sight } from "./camera.ts";
import { strip } from "./colors.ts";
import { Legend } from "./legend.ts";
import { Obstacles } from "./obstacles.ts";
import { Paint } from "./paint.ts";
import { Particles } from "./particles.ts";
import type { Frame, Obstacle, Run, Vec3 } from "./protocol.ts";
import { Stage } from "./stage.ts";
import { Strands } from "./strands.ts";
import { Surfaces } from "./surfaces.ts";
import { slicePosition, type Change, type Slice, type State } from "./state.ts";
import type { Inks } from "./theme.ts";

export class View implements Sight {
  readonly element = document.createElement("section");
  readonly scene = new Scene();
  readonly camera: Camera;
  home: Run;
  frame: Frame | null = null;
  /** What the shown frame's colours mean. */
  color = "";
  private readonly title = document.createElement("h2");
  private readonly note = document.createElement("p");
  private readonly legend: Legend;
  private readonly matter: Paint;
  private readonly particles: Particles;
  private readonly strands: Strands;
  private readonly surfaces: Surfaces;
  private stage: Stage;
  private inks: Inks | null = null;
  private readonly blocks: Blocks;
  private obstacles: Obstacles | null = null;
  /** The frame whose blocks are known. */
  private counted: Frame | null = null;
  private readonly slice = new Vector4();

  constructor(
    private readonly state: State,
    readonly index: number,
  ) {
    const run = this.run;
    this.element.className = "view";
    this.title.className = "title";
    this.note.className = "note";
    this.legend = new Legend(state);
    this.element.append(this.title, this.note, this.legend.element);
    this.camera = newCamera(run);
    this.home = run;
    this.matter = new Paint(run.dimension);
    this.particles = new Particles(this.matter, run.radius);
    this.strands = new Strands(this.matter, run.radius);
    this.surfaces = new Surfaces(this.matter, run.dimension);
    this.stage = new Stage(run);
    this.blocks = new Blocks(run, this.slice);
    this.scene.add(this.stage.group, this.particles.group, this.strands.mesh, this.surfaces.mesh);
    this.scene.add(this.blocks.lines, this.camera);
    if (run.dimension === 3) this.addLights();
    this.update(new Set(["runs", "slice"]));
  }

  get run(): Run {
    return this.state.runs[this.index]!;
  }

  show(frame: Frame, color: string): void {
    this.frame = frame;
    if (this.color !== color) this.recolor(color);
    this.matter.value(frame.values);
    for (const part of [this.particles, this.strands, this.surfaces]) part.show(frame);
    this.obstacles?.place(frame);
    this.countBlocks();
    this.write();
  }

  setObstacles(list: Obstacle[]): void {
    this.obstacles = new Obstacles(list, this.run.dimension);
    this.obstacles.group.visible = this.state.choices.obstacles;
    if (this.frame) this.obstacles.place(this.frame);
    this.scene.add(this.obstacles.group);
    this.cut();
  }

  update(changes: Set<Change>): void {
    const { obstacles, vertices } = this.state.choices;
    if (changes.has("runs")) {
      this.recolor(this.color);
      this.write();
    }
    if (changes.has("slice")) this.cut();
    if (changes.has("obstacles") && this.obstacles) this.obstacles.group.visible = obstacles;
    if (changes.has("vertices")) this.particles.showJoined(vertices);
    if (changes.has("blocks")) this.countBlocks();
  }

  /** What stands around the matter is as large as it. */
  renew(): void {
    if (this.stage.suits(this.run)) return;
    this.scene.remove(this.stage.group);
    this.stage = new Stage(this.run);
    this.scene.add(this.stage.group);
    if (this.inks) this.stage.paint(this.inks);
  }

  paint(inks: Inks): void {
    this.inks = inks;
    this.stage.paint(inks);
    this.blocks.paint(inks.blocks);
  }

  /** Tells the shaders what they need for a picture of so many pixels in height, from this distance. */
  prepare(pixels: number, away: number): void {
    const size = extent(this.run);
    this.matter.shade({ pixels, slice: this.slice, fade: [away - 0.25 * size, 0.9 * size] });
  }

  /** Where the particles are now, but for strays. */
  get occupied(): Bounds {
    const { frame } = this;
    const { bounds } = this.run;
    if (!frame || frame.count === frame.strays.length / 3)
      return { min: new Vector3(...bounds.min), max: new Vector3(...bounds.max) };
    const [low, high] = span(frame.positions);
    const [from, to] = span(frame.joined);
    // Where there are none, their span has no size and q no end.
    const at = (q: Vec3) => frame.corner.map((c, i) => c + (q[i]! / 65535) * (frame.size[i]! || 1));
    const lowest = at(low).map((x, i) => Math.min(x, from[i]!));
    const highest = at(high).map((x, i) => Math.max(x, to[i]!));
    return {
      min: new Vector3(...lowest).subScalar(this.run.radius),
      max: new Vector3(...highest).addScalar(this.run.radius),
    };
  }

  private recolor(color: string): void {
    this.color = color;
    const field = this.run.fields.find(({ name }) => name === color);
    this.matter.color(strip(this.state, this.run, field));
    this.legend.update(this.run, field);
  }

  private write(): void {
    const { status, message, particles } = this.run;
    this.title.textContent = this.state.titleOf(this.index);
    const count = (this.frame?.count ?? particles).toLocaleString("en").replaceAll(",", "\u202f");
    const reason = message ? `: ${message}` : "";
    this.note.textContent = `${count} particles · ${status}${reason}`;
    this.note.classList.toggle("bad", status === "failed");
  }

  private countBlocks(): void {
    const { blocks } = this.state.choices;
    this.blocks.lines.visible = blocks && this.frame !== null;
    if (!blocks || !this.frame || this.counted === this.frame) return;
    this.counted = this.frame;
    this.blocks.show(this.frame);
  }

  private cut(): void {
    const { slice } = this.state.choices;
    const plane = slicePlane(slice, this.run);
    this.slice.set(plane.normal.x, plane.normal.y, plane.normal.z, plane.constant);
    this.obstacles?.cut(slice.on ? [plane] : []);
  }

  private addLights(): void {
    const key = new DirectionalLight(new Color(1, 0.97, 0.93), 1.9);
    key.position.set(-0.45, 0.75, 0.65);
    this.camera.add(key, key.target);
    this.scene.add(new HemisphereLight(new Color(0.88, 0.93, 1), new Color(0.42, 0.4, 0.38), 1.5));
  }
}

/** The lowest and the highest of places that are somewhere; there may be none. */
function span(places: Uint16Array | Float32Array): [Vec3, Vec3] {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  places.forEach((x, i) => {
    if (x < low[i % 3]! && x > -Infinity) low[i % 3] = x;
    if (x > high[i % 3]! && x < Infinity) high[i % 3] = x;
  });
  return [low, high];
}

/** What has a negative distance to this plane is hidden; nothing, if there is no slice. */
function slicePlane(slice: Slice, { bounds }: Run): Plane {
  if (!slice.on) return new Plane(new Vector3(), 1);
  const sign = slice.hide === "beyond" ? -1 : 1;
  const normal = new Vector3();
  normal[slice.axis] = sign;
  return new Plane(normal, -sign * slicePosition(slice, bounds));
}
