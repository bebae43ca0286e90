import type { GroundLevel } from './ground-field.ts';

/** A square tile of one level; its place is in cells of the grid, row 0 on top. */
export interface GroundTile {
  /** Cells per pixel of this level. */
  cells: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  image: ImageBitmap;
}

/** Tiles of this size stay far below every browser's limit and are cheap to skip when out of sight. */
const tileSide = 1024;

type Paint = (
  level: GroundLevel,
  left: number,
  top: number,
  width: number,
  height: number,
) => Uint8ClampedArray<ArrayBuffer>;

export const groundTiles = (levels: readonly GroundLevel[], paint: Paint): Promise<GroundTile[]> =>
  Promise.all(levels.flatMap((level) => tilesOfLevel(level, paint)));

function tilesOfLevel(level: GroundLevel, paint: Paint): Promise<GroundTile>[] {
  const tiles: Promise<GroundTile>[] = [];
  for (let top = 0; top < level.height; top += tileSide) {
    for (let left = 0; left < level.width; left += tileSide) {
      const [width, height] = [
        Math.min(tileSide, level.width - left),
        Math.min(tileSide, level.height - top),
      ];
      const pixels = new ImageData(paint(level, left, top, width, height), width, height);
      const { cells } = level;
      tiles.push(
        createImageBitmap(pixels).then((image) => ({
          cells,
          left: left * cells,
          top: top * cells,
          right: (left + width) * cells,
          bottom: (top + height) * cells,
          image,
        })),
      );
    }
  }
  return tiles;
}
