import type { Box } from '@sweepline/map-core';
import { extentOf, fitMargin, fitted, panned, type Size, type Turn, type View } from './view.ts';

/** A rectangle of the canvas in CSS pixels from its upper left corner. */
export interface Patch {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Shown smaller than this share of what the whole canvas would give, a map is better seen with a corner under a panel. */
const minShare = 0.6;

const meet = (a: Patch, b: Patch) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const sizeOf = ({ left, top, right, bottom }: Patch): Size => ({ width: right - left, height: bottom - top });

/** The largest rectangles of the canvas that nothing lies over: each side is the canvas's own or the edge of a panel. */
function* freeRooms({ width, height }: Size, covered: readonly Patch[]): Generator<Patch> {
  const isInside = (most: number) => (at: number) => at > 0 && at < most;
  const lefts = [0, ...covered.map(({ right }) => right).filter(isInside(width))];
  const rights = [width, ...covered.map(({ left }) => left).filter(isInside(width))];
  const tops = [0, ...covered.map(({ bottom }) => bottom).filter(isInside(height))];
  const bottoms = [height, ...covered.map(({ top }) => top).filter(isInside(height))];
  for (const left of lefts)
    for (const right of rights)
      for (const top of tops)
        for (const bottom of bottoms) {
          const room = { left, top, right, bottom };
          if (left < right && top < bottom && !covered.some((patch) => meet(room, patch))) yield room;
        }
}

const areaOf = ({ width, height }: Size) => width * height;

/** The view that shows the whole box as large as it goes beside what lies over the canvas: tools, legends, buttons. */
export function fittedBeside(box: Box, size: Size, covered: readonly Patch[], turn?: Turn): View {
  const whole = fitted(box, size, turn);
  let best = { view: whole, room: { left: 0, top: 0, right: size.width, bottom: size.height } };
  let found = false;
  for (const room of freeRooms(size, covered)) {
    const view = fitted(box, sizeOf(room), turn);
    if (view.scale < whole.scale * minShare) continue;
    const gain = view.scale - best.view.scale;
    // A long map is as large beside a panel as above it: the wider room keeps it nearer the middle.
    const better = gain > 0 || (gain === 0 && areaOf(sizeOf(room)) > areaOf(sizeOf(best.room)));
    if (!found || better) best = { view, room };
    found = true;
  }
  const { left, top, right, bottom } = best.room;
  const [across, up] = extentOf(box, turn);
  const { scale } = best.view;
  return panned(
    best.view,
    middleOf(left, right, across * scale, size.width) - size.width / 2,
    middleOf(top, bottom, up * scale, size.height) - size.height / 2,
  );
}

/** Where the middle of something so long goes between two ends: as near to the middle of the canvas as it can. */
function middleOf(from: number, to: number, length: number, canvas: number): number {
  const half = length / 2 + fitMargin;
  return to - from < 2 * half ? (from + to) / 2 : Math.min(to - half, Math.max(from + half, canvas / 2));
}

/** What lies over a canvas for good: not what opens for a moment and closes again, nor the scale, which every look changes. */
export function coveredOf(canvas: HTMLElement): Patch[] {
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
