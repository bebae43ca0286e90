import type { Coverage } from './coverage.ts';
import type { Point } from '../geometry/geometry.ts';
import type { Grid } from '../files/grid.ts';
import { polygonMask } from './mask.ts';

/** Floor of an area by number of passes, in square metres. */
export interface PassAreas {
  none: number;
  once: number;
  more: number;
}

/** Splits an area by number of passes; with a `ground`, only its free cells count. */
export function passesWithin(coverage: Coverage, area: readonly Point[], ground?: Grid): PassAreas {
  const cellM2 = coverage.resolution * coverage.resolution;
  const cells = { none: 0, once: 0, more: 0 };
  polygonMask(coverage, area, ground).forEach((within, index) => {
    if (within !== 1) return;
    const passes = coverage.passes[index]!;
    cells[passes === 0 ? 'none' : passes === 1 ? 'once' : 'more']++;
  });
  return { none: cells.none * cellM2, once: cells.once * cellM2, more: cells.more * cellM2 };
}
