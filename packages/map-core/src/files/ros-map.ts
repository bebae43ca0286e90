import { FREE, OCCUPIED, UNKNOWN, type Grid } from './grid.ts';
import { sizeFault, type Picture, type SizeFault } from './pgm.ts';
import { refused, type Reading } from './reading.ts';
import { isNearOrigin, type RosMapMeta } from './ros-map-meta.ts';
import { isUpright, sizeOfUpright, uprightGrid } from './upright-grid.ts';

/** What grey 205 means in a picture whose thresholds make it free floor. */
export type SavedUnknown = 'UNKNOWN' | 'FREE';

/** Where a grid differs from what `map_server` makes of the same files. */
export interface RosMapNotes {
  /** Cells of the grey that map savers write for unknown, although the thresholds make it free floor. */
  savedUnknownCells: number;
  /** Cells that `map_server` reads otherwise, because it counts opacity as brightness. */
  opacityCells: number;
  /** The turn that was undone, in radians; null for an upright picture. */
  turnedRad: number | null;
  /** Cells of a turned picture whose centre has another value in the upright grid. */
  turnedCells: number;
}

export interface RosMap {
  grid: Grid;
  notes: RosMapNotes;
}

export type RosMapFault = SizeFault | 'truncated' | 'turnedTooLarge' | 'originOutOfRange';

/**
 * The grid of a ROS map by the rules of nav2's `map_server`, with the deviations of docs/decisions/0004: grey 205 stays unknown
 * unless `savedUnknown` is FREE, and opacity is not brightness. A turned picture becomes an upright grid in the same frame.
 */
export function rosMap(
  meta: RosMapMeta,
  picture: Picture,
  savedUnknown: SavedUnknown = 'UNKNOWN',
): Reading<RosMap, RosMapFault> {
  const { width, height, pixels } = picture;
  const fault = sizeFault(width, height);
  if (fault) return refused(fault, `${width} × ${height} pixels`);
  if (pixels.length !== width * height)
    return refused('truncated', `${pixels.length} of ${width * height} pixels`);
  const { resolution, originX, originY } = meta;
  const { cells, ...notes } = cellsOf(meta, picture, savedUnknown);
  return upright(meta, { width, height, resolution, originX, originY, cells }, notes);
}

type CellNotes = Pick<RosMapNotes, 'savedUnknownCells' | 'opacityCells'>;

function upright({ yaw }: RosMapMeta, grid: Grid, notes: CellNotes): Reading<RosMap, RosMapFault> {
  if (isUpright(grid, yaw)) return { ok: true, value: { grid, notes: { ...notes, ...notTurned } } };
  const size = sizeOfUpright(grid, yaw);
  if (sizeFault(size.width, size.height))
    return refused('turnedTooLarge', `${size.width} × ${size.height} upright cells`);
  const { grid: turned, changedCells } = uprightGrid(grid, yaw);
  if (!isNearOrigin(turned.originX, turned.originY))
    return refused('originOutOfRange', `${turned.originX}, ${turned.originY}`);
  const turnedRad = Math.atan2(Math.sin(yaw), Math.cos(yaw));
  return { ok: true, value: { grid: turned, notes: { ...notes, turnedRad, turnedCells: changedCells } } };
}

const notTurned = { turnedRad: null, turnedCells: 0 };

function cellsOf(meta: RosMapMeta, { pixels, opacity }: Picture, savedUnknown: SavedUnknown) {
  const values = Uint8Array.from({ length: 256 }, (_, grey) => cellValue(meta, grey));
  const isSaved = meta.mode === 'trinary' && !meta.negate && values[UNKNOWN] === FREE;
  const cells = new Uint8Array(pixels.length);
  let [savedUnknownCells, opacityCells] = [0, 0];
  for (let i = 0; i < pixels.length; i++) {
    const grey = pixels[i]!;
    const value = isOpaque(meta, opacity?.[i]) ? values[grey]! : UNKNOWN;
    const isSavedCell = isSaved && grey === UNKNOWN && value === FREE;
    if (isSavedCell) savedUnknownCells++;
    if (opacity && meta.mode === 'trinary' && meanWithOpacity(meta, grey, opacity[i]!) !== value)
      opacityCells++;
    cells[i] = isSavedCell && savedUnknown === 'UNKNOWN' ? UNKNOWN : value;
  }
  return { cells, savedUnknownCells, opacityCells };
}

/** Savers of the mode `scale` make unknown cells transparent, so any transparency means unknown there. */
const isOpaque = ({ mode }: RosMapMeta, opacity = 255) =>
  mode === 'scale' ? opacity === 255 : opacity > 127;

/** The value that `map_server` gives a cell of a picture with transparency: opacity is a fourth colour there. */
const meanWithOpacity = (meta: RosMapMeta, grey: number, opacity: number) =>
  cellValue(meta, (3 * grey + opacity) / 4);

function cellValue({ mode, negate, occupiedThreshold, freeThreshold }: RosMapMeta, grey: number) {
  if (mode === 'raw') {
    // Raw pictures contain the occupancy in percent; values above 100 mean unknown.
    if (grey > 100) return UNKNOWN;
    if (grey / 100 >= occupiedThreshold) return OCCUPIED;
    return grey / 100 <= freeThreshold ? FREE : UNKNOWN;
  }
  const occupancy = (negate ? grey : 255 - grey) / 255;
  if (occupancy > occupiedThreshold) return OCCUPIED;
  if (occupancy < freeThreshold) return FREE;
  if (mode === 'trinary') return UNKNOWN;
  // The mode scale rounds to whole percent, halves to even: 0 % is free floor, 100 % a wall.
  const percent = (100 * (occupancy - freeThreshold)) / (occupiedThreshold - freeThreshold);
  if (percent <= 0.5) return FREE;
  return percent >= 99.5 ? OCCUPIED : UNKNOWN;
}
