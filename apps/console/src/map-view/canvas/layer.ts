import type { Box } from '@sweepline/map-core';
import { boxInView, toSpot, type Size, type View } from './view.ts';

/** What a painter paints on: CSS pixels, the view's place in the middle. */
export interface Frame {
  context: CanvasRenderingContext2D;
  view: View;
  size: Size;
  /** Device pixels in a CSS pixel. */
  ratio: number;
}

/** Spots are then told from the middle. */
const nowhere: Size = { width: 0, height: 0 };

/** Beyond this a sharper canvas costs more than anyone sees. */
const maxPixelRatio = 2;
const pixelRatio = () => Math.min(maxPixelRatio, globalThis.devicePixelRatio || 1);

/**
 * A canvas that is painted seldom and moved often. It reaches beyond the visible part on every side, so panning and zooming
 * only move and stretch it; it is painted anew when its edge would show, or sharp again when the view has come to rest.
 */
export class Layer {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  /** How far it reaches beyond the visible part, as a share of it. */
  readonly #margin: number;
  #painted: { view: View; size: Size; visible: Size; ratio: number } | undefined;

  constructor(canvas: HTMLCanvasElement, margin: number) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#margin = margin;
  }

  /** Moves the picture to where it belongs in this view. False when its edge would show or it was never painted. */
  follow(view: View, size: Size): boolean {
    const painted = this.#painted;
    if (!painted || painted.visible !== size || painted.view.turn !== view.turn) return false;
    const stretch = view.scale / painted.view.scale;
    const middle = toSpot(view, nowhere, painted.view);
    const [right, down] = [middle.left, middle.top];
    const still = stretch === 1 && right === 0 && down === 0;
    this.#canvas.style.transform = still ? '' : `translate(${right}px, ${down}px) scale(${stretch})`;
    const spareX = (painted.size.width * stretch - size.width) / 2 - Math.abs(right);
    const spareY = (painted.size.height * stretch - size.height) / 2 - Math.abs(down);
    return spareX >= 0 && spareY >= 0 && stretch <= 4;
  }

  /** Whether it was painted for exactly this view. What cannot be painted at all is as sharp as it gets. */
  isSharp({ x, y, scale, turn }: View, visible: Size) {
    if (!this.#context || visible.width === 0 || visible.height === 0) return true;
    const painted = this.#painted;
    if (!painted || painted.visible !== visible || painted.ratio !== pixelRatio()) return false;
    const { view } = painted;
    return view.x === x && view.y === y && view.scale === scale && view.turn === turn;
  }

  paint(view: View, visible: Size, painter: (frame: Frame) => void) {
    this.#canvas.style.visibility = '';
    if (!this.#context || visible.width === 0 || visible.height === 0) return;
    const ratio = pixelRatio();
    const size = this.#fit(visible, ratio);
    this.#painted = { view, size, visible, ratio };
    this.#canvas.style.transform = '';
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#context.clearRect(0, 0, size.width, size.height);
    painter({ context: this.#context, view, size, ratio });
  }

  /** Takes the picture away: an empty canvas would be cleared, handed over and laid over the others in every frame. */
  hide() {
    this.#canvas.style.visibility = 'hidden';
  }

  /** Paints only the part of the picture that shows this box, as it was seen when it was last painted whole. */
  patch(box: Box, marginPx: number, painter: (frame: Frame, part: Box) => void) {
    if (!this.#context || !this.#painted) return;
    const { view, size, ratio } = this.#painted;
    const { minX, minY, maxX, maxY } = box;
    const corners = [minX, maxX].flatMap((x) => [minY, maxY].map((y) => toSpot(view, size, { x, y })));
    const [across, along] = [corners.map((it) => it.left), corners.map((it) => it.top)];
    const [left, top] = [
      Math.floor(Math.min(...across) - marginPx),
      Math.floor(Math.min(...along) - marginPx),
    ];
    const [right, bottom] = [
      Math.ceil(Math.max(...across) + marginPx),
      Math.ceil(Math.max(...along) + marginPx),
    ];
    this.#context.save();
    this.#context.beginPath();
    this.#context.rect(left, top, right - left, bottom - top);
    this.#context.clip();
    this.#context.clearRect(left, top, right - left, bottom - top);
    const reach = (2 * marginPx) / view.scale;
    const part = {
      minX: box.minX - reach,
      minY: box.minY - reach,
      maxX: box.maxX + reach,
      maxY: box.maxY + reach,
    };
    painter({ context: this.#context, view, size, ratio }, part);
    this.#context.restore();
  }

  /** The canvas in whole device pixels, its margin whole CSS pixels, so that at rest it lies exactly on the screen's grid. */
  #fit(visible: Size, ratio: number): Size {
    const [marginX, marginY] = [
      Math.round(visible.width * this.#margin),
      Math.round(visible.height * this.#margin),
    ];
    const size = { width: visible.width + 2 * marginX, height: visible.height + 2 * marginY };
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    const canvas = this.#canvas;
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
      canvas.style.cssText = `left:${-marginX}px;top:${-marginY}px;width:${size.width}px;height:${size.height}px`;
    }
    return size;
  }
}

/** The part of the map a frame shows. */
export const boxOfFrame = ({ view, size }: Frame, marginPx = 0) => boxInView(view, size, marginPx);
