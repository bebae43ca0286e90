import { boxesJoined, boxOfRaster, boxOfShape, layerOf, type Box, type Point } from '@sweepline/map-core';
import { Camera } from './canvas/camera.ts';
import { groundColours, readPalette, type Palette } from './paint/colours.ts';
import { createGround, type Ground } from './canvas/ground.ts';
import { boxOfFrame, Layer, type Frame } from './canvas/layer.ts';
import { prefersReducedMotion } from './canvas/motion.ts';
import { paintFloor } from './paint/paint-floor.ts';
import { paintRobots, robotRadius } from './paint/paint-robots.ts';
import { paintShapes, type ShapeStyle } from './paint/paint-shapes.ts';
import { isAtRest, paintEditing } from './paint/paint-editing.ts';
import { isShapeMove } from './controls/shape-move.ts';
import { paintSelected, paintMarked, paintTail, paintTarget } from './paint/paint-touch.ts';
import { tailTo } from './paint/tail.ts';
import type { Robot } from './paint/robots.ts';
import { coveringPanels } from './canvas/free-viewport.ts';
import type { Canvases, Scene } from './canvas/scene.ts';
import { ShapeIndex } from './canvas/shape-index.ts';
import { Sprites } from './canvas/sprites.ts';
import { toSpot, type Spot } from './canvas/view.ts';

/** How long the view must rest before a moved picture is repainted at full sharpness. */
const restMs = 120;
const tailMs = 30_000;
const nothing: ReadonlySet<never> = new Set();
/** The extent of names, rims and symbols beyond the box of their shape. */
const overhangPx = 24;

/**
 * Paints the map onto its canvases. Its callers pass all inputs; it decides on animation frames what to repaint.
 * React does not take part in a frame.
 */
export class Stage {
  readonly #layers: { floor: Layer; shapes: Layer; touch: Layer };
  readonly #element: HTMLElement;
  readonly #index = new ShapeIndex();
  readonly camera: Camera;
  readonly #pointerListeners = new Set<(place: Point | undefined) => void>();
  #scene: Scene;
  #palette: Palette;
  #style: ShapeStyle;
  #ground: Ground | undefined;
  #stale = { floor: true, shapes: true, touch: true };
  /** The shapes left out of the static picture because they are being dragged on the moving one. */
  #hidden: ReadonlySet<string> = nothing;
  #frame = 0;
  #hovered: string | undefined;
  #closing: (() => void)[] = [];

  constructor(element: HTMLElement, canvases: Canvases, scene: Scene) {
    this.#element = element;
    this.#layers = {
      floor: new Layer(canvases.floor, 0.25),
      shapes: new Layer(canvases.shapes, 0.25),
      touch: new Layer(canvases.touch, 0),
    };
    this.#scene = scene;
    this.camera = new Camera(boxOfRaster(scene.raster), () => coveringPanels(element));
    this.camera.listen(() => {
      this.#stale.touch = true;
      this.#ask();
    });
    this.#palette = readPalette(element);
    this.#style = { palette: this.#palette, sprites: new Sprites(this.#palette) };
    this.#index.update(scene.shapes);
    this.#follow(scene);
  }

  // — content —

  set(scene: Scene) {
    const old = this.#scene;
    this.#scene = scene;
    if (old.robots !== scene.robots || old.trace !== scene.trace) this.#follow(scene);
    if (old.raster !== scene.raster) this.camera.showMap(boxOfRaster(scene.raster));
    const floors = ['trace', 'replay', 'visible', 'heat'] as const;
    if (floors.some((part) => old[part] !== scene[part])) this.#stale.floor = true;
    if (old.visible !== scene.visible || old.editor?.settings.hidden !== scene.editor?.settings.hidden)
      this.#stale.shapes = true;
    if (old.editor?.strokes !== scene.editor?.strokes) this.#stale.floor = true;
    this.#updateShapes();
    this.#stale.touch = true;
    this.#ask();
  }

  /** The grey picture of the floor; it appears as soon as it is prepared. */
  showGround(picture: Blob) {
    this.#ground?.close();
    this.#ground = createGround(picture, groundColours(this.#palette), () => {
      this.#stale.floor = true;
      this.#ask();
    });
  }

  /** Reads the theme's colours again. */
  retint() {
    this.#palette = readPalette(this.#element);
    this.#style = { palette: this.#palette, sprites: new Sprites(this.#palette) };
    this.#ground?.tint(groundColours(this.#palette));
    this.#stale = { floor: true, shapes: true, touch: true };
    this.#ask();
  }

  /** Sets the place of the pointer: raises the robot under it and reports the place to `onPointer`. */
  pointAt(spot: Spot | undefined) {
    this.#pointerListeners.forEach((listener) => listener(spot && this.camera.placeAt(spot)));
    const hovered = spot && this.robotAt(spot)?.id;
    if (this.#hovered === hovered) return;
    this.#hovered = hovered;
    this.#stale.touch = true;
    this.#ask();
  }

  onPointer(listener: (place: Point | undefined) => void) {
    this.#pointerListeners.add(listener);
    return () => void this.#pointerListeners.delete(listener);
  }

  close() {
    this.camera.close();
    cancelAnimationFrame(this.#frame);
    this.#closing.forEach((end) => end());
    this.#ground?.close();
  }

  #follow({ robots, trace }: Scene) {
    this.#closing.forEach((end) => end());
    const touched = () => {
      this.#stale.touch = true;
      this.#ask();
    };
    const grown = () => {
      this.#stale.floor = true;
      touched();
    };
    this.#closing = [robots?.listen(touched), trace?.listen(grown)].filter((end) => end !== undefined);
  }

  /** Updates the static picture of the shapes: only around the changes when they are few. */
  #updateShapes() {
    const { editor, shapes: sceneShapes } = this.#scene;
    const shapes = editor ? (editor.gesture?.origin ?? editor.shapes) : sceneShapes;
    const hidden = editor && isShapeMove(editor) ? editor.selected : nothing;
    const change = this.#index.update(shapes);
    const touched = [...change.values()].flatMap(({ before, after }) => [before, after]);
    for (const id of hidden === this.#hidden ? [] : [...hidden, ...this.#hidden])
      touched.push(shapes.get(id));
    this.#hidden = hidden;
    const boxes = touched.filter((shape) => shape !== undefined).map(boxOfShape);
    if (boxes.length === 0 || this.#stale.shapes) return;
    if (boxes.length > 50) this.#stale.shapes = true;
    else
      this.#layers.shapes.patch(boxesJoined(boxes), overhangPx, (frame, part) =>
        this.#paintShapes(frame, part),
      );
  }

  // — hit-testing —

  robotAt(spot: Spot): Robot | undefined {
    const radius = robotRadius(this.camera.view.scale) + 4;
    return this.#robots(true).robots.findLast(({ pose }) => {
      const { left, top } = toSpot(this.camera.view, this.camera.size, pose);
      return Math.hypot(left - spot.left, top - spot.top) <= radius;
    });
  }

  // — painting —

  #ask() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  #paint() {
    this.#frame = 0;
    const { floor, shapes, touch } = this.#layers;
    const { view, size, restedMs } = this.camera;
    const isDue = (layer: Layer, stale: boolean) =>
      !layer.follow(view, size) || stale || (restedMs >= restMs && !layer.isSharp(view, size));
    if (isDue(floor, this.#stale.floor)) floor.paint(view, size, (frame) => this.#paintFloor(frame));
    if (isDue(shapes, this.#stale.shapes)) {
      shapes.paint(view, size, (frame) => this.#paintShapes(frame, boxOfFrame(frame, overhangPx)));
    }
    const { robots, moving } = this.#robots(prefersReducedMotion());
    if (this.#isBare(robots)) touch.hide();
    else if (this.#stale.touch || moving) touch.paint(view, size, (frame) => this.#paintTouch(frame, robots));
    this.#stale = { floor: false, shapes: false, touch: false };
    const blurred = !floor.isSharp(view, size) || !shapes.isSharp(view, size);
    if (moving || blurred) this.#ask();
  }

  #paintFloor(frame: Frame) {
    const { raster, trace, replay, visible, editor, heat } = this.#scene;
    paintFloor(frame, {
      raster,
      tiles: this.#ground?.tiles() ?? [],
      heat,
      coverage: visible.coverage ? trace?.coverage(replay?.at) : undefined,
      path: visible.way ? (trace?.path.stretches() ?? []) : [],
      until: replay?.at ?? Infinity,
      strokes: editor?.strokes ?? [],
      palette: this.#palette,
    });
  }

  #paintShapes(frame: Frame, part: Box) {
    if (!this.#scene.visible.shapes) return;
    const hiddenLayers = this.#scene.editor?.settings.hidden;
    const shapes = this.#index
      .within(part)
      .filter((shape) => !this.#hidden.has(shape.id) && !hiddenLayers?.has(layerOf(shape)));
    paintShapes(frame, shapes, this.#style);
  }

  /** Whether nothing follows the pointer or moves by itself, so that panning needs no painting. */
  #isBare(robots: readonly Robot[]) {
    const { editor, selected, marked, target, trace } = this.#scene;
    const isIdle = robots.length === 0 && !trace && selected === undefined && !marked?.size && !target;
    return isIdle && (!editor || isAtRest(editor));
  }

  #paintTouch(frame: Frame, robots: readonly Robot[]) {
    const { editor, shapes, selected, marked, target, trace, replay, visible } = this.#scene;
    if (trace && !replay && visible.way)
      paintTail(frame, tailTo(trace.recent(tailMs), robots), this.#palette);
    for (const id of visible.shapes && marked ? marked : []) {
      const shape = shapes.get(id);
      if (shape?.kind === 'zone') paintMarked(frame, shape, this.#style);
    }
    const chosen = selected === undefined ? undefined : shapes.get(selected);
    if (chosen && !editor) paintSelected(frame, chosen, this.#style);
    if (target) paintTarget(frame, target, this.#style);
    paintRobots(frame, robots, { ...this.#style, selected, hovered: this.#hovered });
    // Above the robots: a handle below a robot would be invisible but could still be gripped.
    if (editor) paintEditing(frame, editor, this.#style);
  }

  /** The robots as currently shown; in a replay only the one with the trace. */
  #robots(still: boolean): { robots: Robot[]; moving: boolean } {
    const { robots, trace, replay } = this.#scene;
    if (!replay) return robots?.frame(still) ?? { robots: [], moving: false };
    const moment = trace?.at(replay.at);
    const state = moment?.cleaning ? 'working' : 'moving';
    return {
      robots: moment ? [{ id: 'replay', name: replay.name, state, pose: moment.pose }] : [],
      moving: false,
    };
  }
}
