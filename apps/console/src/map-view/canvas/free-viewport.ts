import type { Box } from '@sweepline/map-core';
import { extentOf, fitMargin, fitted, panned, type Size, type Turn, type View } from './view.ts';

/** A rectangle of the canvas in CSS pixels from its upper left corner. */
export interface Patch {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Below this share of its size on the whole canvas, the map is drawn under a panel instead of beside it. */
const minShare = 0.6;

const meet = (a: Patch, b: Patch) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const sizeOf = ({ left, top, right, bottom }: Patch): Size => ({ width: right - left, height: bottom - top });

/** The largest uncovered rectangles of the canvas: each side is a side of the canvas or the edge of a panel. */
function* freeViewports({ width, height }: Size, covered: readonly Patch[]): Generator<Patch> {
  const isInside = (limit: number) => (at: number) => at > 0 && at < limit;
  const lefts = [0, ...covered.map(({ right }) => right).filter(isInside(width))];
  const rights = [width, ...covered.map(({ left }) => left).filter(isInside(width))];
  const tops = [0, ...covered.map(({ bottom }) => bottom).filter(isInside(height))];
  const bottoms = [height, ...covered.map(({ top }) => top).filter(isInside(height))];
  for (const left of lefts)
    for (const right of rights)
      for (const top of tops)
        for (const bottom of bottoms) {
          const viewport = { left, top, right, bottom };
          if (left < right && top < bottom && !covered.some((patch) => meet(viewport, patch))) yield viewport;
        }
}

const areaOf = ({ width, height }: Size) => width * height;

/** The view that shows the whole box at its maximum size outside the panels over the canvas. */
export function fittedToFreeViewport(box: Box, size: Size, covered: readonly Patch[], turn?: Turn): View {
  const whole = fitted(box, size, turn);
  let best = { view: whole, viewport: { left: 0, top: 0, right: size.width, bottom: size.height } };
  let hasCandidate = false;
  for (const viewport of freeViewports(size, covered)) {
    const view = fitted(box, sizeOf(viewport), turn);
    if (view.scale < whole.scale * minShare) continue;
    const gain = view.scale - best.view.scale;
    // A long map can fit equally beside and above a panel: the larger viewport keeps it nearer the middle.
    const better = gain > 0 || (gain === 0 && areaOf(sizeOf(viewport)) > areaOf(sizeOf(best.viewport)));
    if (!hasCandidate || better) best = { view, viewport };
    hasCandidate = true;
  }
  const { left, top, right, bottom } = best.viewport;
  const [across, up] = extentOf(box, turn);
  const { scale } = best.view;
  return panned(
    best.view,
    middleOf(left, right, across * scale, size.width) - size.width / 2,
    middleOf(top, bottom, up * scale, size.height) - size.height / 2,
  );
}

/** The centre of a length between two ends, as near to the middle of the canvas as possible. */
function middleOf(from: number, to: number, length: number, canvas: number): number {
  const half = length / 2 + fitMargin;
  return to - from < 2 * half ? (from + to) / 2 : Math.min(to - half, Math.max(from + half, canvas / 2));
}

/** The permanent panels over a canvas: not popups, and not the scale bar, whose size changes with every view. */
export function coveringPanels(canvas: HTMLElement): Patch[] {
  const { left, top } = canvas.getBoundingClientRect();
  const panels = canvas.parentElement?.querySelectorAll(':scope > .sl-map-panel, .sl-map-tools') ?? [];
  return [...panels]
    .map((panel) => panel.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map((place) => ({
      left: place.left - left,
      top: place.top - top,
      right: place.right - left,
      bottom: place.bottom - top,
    }));
}
