import type { Box, Point } from '@sweepline/map-core';
import { prefersReducedMotion } from './motion.ts';
import { fittedToFreeViewport, type Patch } from './free-viewport.ts';
import {
  clampedToBox,
  toPlace,
  toSpot,
  zoomedAt,
  type Size,
  type Spot,
  type Turn,
  type View,
} from './view.ts';

const stepMs = 150;

/** The visible part of the map, and animated changes of it. */
export class Camera {
  #view: View = { x: 0, y: 0, scale: 1 };
  #size: Size = { width: 0, height: 0 };
  #map: Box;
  #turn: Turn | undefined;
  /** What stays in view when the canvas or the panels over it change, until the user moves the map. */
  #kept: Box | 'map' | undefined = 'map';
  #movedAt = 0;
  #movement = 0;
  readonly #listeners = new Set<() => void>();
  readonly #covered: () => readonly Patch[];

  /** `covered` returns the panels over the canvas; it is called whenever a box is fitted. */
  constructor(map: Box, covered: () => readonly Patch[] = () => []) {
    this.#map = map;
    this.#covered = covered;
  }

  get view() {
    return this.#view;
  }

  get size() {
    return this.#size;
  }

  /** Milliseconds since the view last changed. */
  get restedMs() {
    return performance.now() - this.#movedAt;
  }

  /** Called after every change of the view or the size. */
  listen(listener: () => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Sets the bounds of another map, or new bounds of the same one. */
  showMap(map: Box) {
    this.#map = map;
    this.settle();
  }

  /** Fits the map or the shown box again unless the user has moved it: panels over it may have appeared or closed. */
  settle() {
    const box = this.#kept === 'map' ? this.#map : this.#kept;
    if (!box || this.#size.width === 0 || this.#size.height === 0) return;
    const view = this.#fitted(box);
    this.#see(this.#kept === 'map' ? view : clampedToBox(view, this.#map));
  }

  resize(size: Size) {
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    this.#size = size;
    this.#fitOrKeep();
  }

  /** Turns the map on the screen; the same part of it stays visible. */
  turn(turn: Turn | undefined) {
    if (turn?.angle === this.#turn?.angle) return;
    this.#turn = turn;
    this.#fitOrKeep();
  }

  #fitOrKeep() {
    if (this.#kept) this.settle();
    else this.#see(this.#view);
  }

  setView(view: View) {
    cancelAnimationFrame(this.#movement);
    this.#kept = undefined;
    this.#see(clampedToBox(view, this.#map));
  }

  fit() {
    cancelAnimationFrame(this.#movement);
    this.#kept = 'map';
    this.settle();
  }

  /** Shows a box as large as it fits. */
  show(box: Box) {
    cancelAnimationFrame(this.#movement);
    this.#kept = box;
    this.settle();
  }

  /** Zooms with a short animation, about the middle unless a spot is passed. */
  zoom(factor: number, spot: Spot = { left: this.#size.width / 2, top: this.#size.height / 2 }) {
    const start = this.#view;
    const end = zoomedAt(start, this.#size, spot, factor);
    if (prefersReducedMotion()) return this.setView(end);
    const startedAt = performance.now();
    const next = () => {
      const share = Math.min(1, (performance.now() - startedAt) / stepMs);
      const eased = 1 - (1 - share) ** 3;
      this.setView(share === 1 ? end : zoomedAt(start, this.#size, spot, (end.scale / start.scale) ** eased));
      if (share < 1) this.#movement = requestAnimationFrame(next);
    };
    next();
  }

  /** Whether a panel covers this place of the map. */
  isCovered(place: Point): boolean {
    const { left, top } = toSpot(this.#view, this.#size, place);
    return this.#covered().some(
      (patch) => left > patch.left && left < patch.right && top > patch.top && top < patch.bottom,
    );
  }

  placeAt = (spot: Spot): Point => toPlace(this.#view, this.#size, spot);

  /** The length of a number of pixels in metres at this zoom. */
  metres = (px: number) => px / this.#view.scale;

  close() {
    cancelAnimationFrame(this.#movement);
    this.#listeners.clear();
  }

  #fitted = (box: Box) => fittedToFreeViewport(box, this.#size, this.#covered(), this.#turn);

  #see({ x, y, scale }: View) {
    const turn = this.#turn;
    this.#view = turn ? { x, y, scale, turn } : { x, y, scale };
    this.#movedAt = performance.now();
    this.#listeners.forEach((listener) => listener());
  }
}
