import type { ZoneType } from '@sweepline/map-core';
import type { Palette } from './colours.ts';

/** The pattern of a zone type, which identifies it without colour. */
export type Filling = 'plain' | 'hatch' | 'crossed' | 'dots' | 'lines';

export interface ZoneStyle {
  tone: Exclude<keyof Palette, 'dark'>;
  filling: Filling;
  /** The opacity of the plain colour below the pattern. */
  tint: number;
  dash: readonly number[];
}

export const zoneStyles: Record<ZoneType, ZoneStyle> = {
  CLEAN: { tone: 'brand', filling: 'plain', tint: 0.12, dash: [] },
  NO_GO: { tone: 'fault', filling: 'hatch', tint: 0.08, dash: [] },
  NO_CLEAN: { tone: 'waiting', filling: 'crossed', tint: 0.05, dash: [6, 4] },
  CARPET: { tone: 'moving', filling: 'dots', tint: 0.07, dash: [] },
  SLOW: { tone: 'waiting', filling: 'lines', tint: 0.07, dash: [2, 3] },
};

const side = 10;

/** One tile of a pattern in CSS pixels. */
export const fillings: Record<Filling, ((context: CanvasRenderingContext2D) => void) | undefined> = {
  plain: undefined,
  hatch: (context) => diagonals(context, 1),
  crossed: (context) => {
    diagonals(context, 1);
    diagonals(context, -1);
  },
  dots: (context) => {
    for (const [x, y] of [
      [side / 4, side / 4],
      [(3 * side) / 4, (3 * side) / 4],
    ] as const) {
      context.beginPath();
      context.arc(x, y, 1, 0, 2 * Math.PI);
      context.fill();
    }
  },
  lines: (context) => {
    context.beginPath();
    context.moveTo(0, side / 2);
    context.lineTo(side, side / 2);
    context.stroke();
  },
};
export const fillingSide = side;

/** A line across the tile and its continuations in the corners, so that tiles join without a gap. */
function diagonals(context: CanvasRenderingContext2D, direction: 1 | -1) {
  context.beginPath();
  for (const shift of [-side, 0, side]) {
    context.moveTo(shift - 1, direction === 1 ? side + 1 : -1);
    context.lineTo(shift + side + 1, direction === 1 ? -1 : side + 1);
  }
  context.stroke();
}
