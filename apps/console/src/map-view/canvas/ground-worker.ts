import { groundLevels, tinted, type GroundColours, type GroundLevel } from './ground-field.ts';
import { groundTiles, type GroundTile } from './ground-tiles.ts';
import { cellsOfPicture } from './picture-cells.ts';

/** The picture is sent once, then colours after each change of theme; each message returns the tiles in these colours. */
export interface GroundRequest {
  picture?: Blob;
  colours: GroundColours;
}
export interface GroundAnswer {
  tiles: GroundTile[];
  /** Whether these tiles are added to the earlier ones or replace them. */
  more: boolean;
}

let levels: GroundLevel[] = [];

self.onmessage = async ({ data }: MessageEvent<GroundRequest>) => {
  try {
    if (data.picture) levels = await levelsOf(data.picture);
    // The small levels first: they are ready at once, and a map shown as a whole needs no others.
    const small = levels.filter(({ width, height }) => width * height <= 1_000_000);
    await answerWith(small, data.colours, false);
    await answerWith(
      levels.filter((level) => !small.includes(level)),
      data.colours,
      true,
    );
  } catch {
    // A picture that cannot be read is shown as a map without a ground; robots and zones stay visible.
    answer([], false);
  }
};

async function answerWith(some: readonly GroundLevel[], colours: GroundColours, more: boolean) {
  answer(await groundTiles(some, (...part) => tinted(...part, colours)), more);
}

const answer = (tiles: GroundTile[], more: boolean) =>
  self.postMessage({ tiles, more } satisfies GroundAnswer, { transfer: tiles.map(({ image }) => image) });

async function levelsOf(picture: Blob) {
  const { cells, width, height } = await cellsOfPicture(picture);
  return groundLevels(cells, width, height);
}
