import type { Zone } from '@sweepline/contract';

/** A square zone, four metres wide, with its lower left corner at (x, y). */
export const square = (x: number, y: number, id = 'z1'): Zone => ({
  id,
  type: 'CLEAN',
  name: `Zone ${id}`,
  points: [
    { x, y },
    { x: x + 4, y },
    { x: x + 4, y: y + 4 },
    { x, y: y + 4 },
  ],
});
