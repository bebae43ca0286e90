import type { Box } from '@sweepline/map-core';
import { boxInView, toSpot, type Size, type View } from './view.ts';

/** The surface of a painter: CSS pixels, with the centre of the view as origin. */
export interface Frame {
  context: CanvasRenderingContext2D;
  view: View;
  size: Size;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

/** The spot of a place, relative to the centre. */
const zeroSize: Size = { width: 0, height: 0 };

/** A higher ratio costs memory and time without a visible gain. */
const maxPixelRatio = 2;
const pixelRatio = () => Math.min(maxPixelRatio, globalThis.devicePixelRatio || 1);

/**
 * A canvas that is painted rarely and moved often. It extends beyond the visible part on every side, so panning and
 * zooming only move and scale it. It is repainted when its edge would show, or at full sharpness when the view rests.
 */
export class Layer {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  /** The extent beyond the visible part, as a share of it. */
  readonly #margin: number;
  #painted: { view: View; size: Size; visible: Size; ratio: number } | undefined;

  constructor(canvas: HTMLCanvasElement, margin: number) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#margin = margin;
  }

  /** Moves the picture to its place in this view. False when its edge would show or it was never painted. */
  follow(view: View, size: Size): boolean {
    const painted = this.#painted;
    if (!painted || painted.visible !== size || painted.view.turn !== view.turn) return false;
    const stretch = view.scale / painted.view.scale;
    const middle = toSpot(view, zeroSize, painted.view);
    const [right, down] = [middle.left, middle.top];
    const isUnmoved = stretch === 1 && right === 0 && down === 0;
    this.#canvas.style.transform = isUnmoved ? '' : `translate(${right}px, ${down}px) scale(${stretch})`;
    const spareX = (painted.size.width * stretch - size.width) / 2 - Math.abs(right);
    const spareY = (painted.size.height * stretch - size.height) / 2 - Math.abs(down);
    return spareX >= 0 && spareY >= 0 && stretch <= 4;
  }

  /** Whether it was painted for exactly this view. True where canvases cannot be painted at all. */
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

  /** Removes the picture: an empty canvas would still be cleared and composited in every frame. */
  hide() {
    this.#canvas.style.visibility = 'hidden';
  }

  /** Paints only the part of the picture with this box, in the view of the last full paint. */
  patch(box: Box, marginPx: number, painter: (frame: Frame, part: Box) => void) {
    if (!this.#context || !this.#painted) return;
    const { view, size, ratio } = this.#painted;
    const { minX, minY, maxX, maxY } = box;
    const corners = [minX, maxX].flatMap((x) => [minY, maxY].map((y) => toSpot(view, size, { x, y })));
    const [across, along] = [corners.map((corner) => corner.left), corners.map((corner) => corner.top)];
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

  /** Sizes the canvas in whole device pixels and its margin in whole CSS pixels, so that it aligns with the screen's grid. */
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

/** The part of the map inside a frame. */
export const boxOfFrame = ({ view, size }: Frame, marginPx = 0) => boxInView(view, size, marginPx);
