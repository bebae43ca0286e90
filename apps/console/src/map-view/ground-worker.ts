import { groundLevels, tinted, type GroundColours, type GroundLevel } from './ground-field.ts';
import { groundTiles, type GroundTile } from './ground-tiles.ts';

/** First the picture once, then colours as often as the theme changes; each is answered with the tiles in these colours. */
export interface GroundOrder {
  picture?: Blob;
  colours: GroundColours;
}
export interface GroundAnswer {
  tiles: GroundTile[];
  /** Whether these join the ones before, or take their place. */
  more: boolean;
}

let levels: GroundLevel[] = [];

self.onmessage = async ({ data }: MessageEvent<GroundOrder>) => {
  try {
    if (data.picture) levels = await levelsOf(data.picture);
    // The small pictures first: they are ready at once, and a map shown as a whole needs no others.
    const small = levels.filter(({ width, height }) => width * height <= 1_000_000);
    await answerWith(small, data.colours, false);
    await answerWith(
      levels.filter((level) => !small.includes(level)),
      data.colours,
      true,
    );
  } catch {
    // A picture that cannot be read is shown as a map without a ground; robots and zones are still there.
    answer([], false);
  }
};

async function answerWith(some: readonly GroundLevel[], colours: GroundColours, more: boolean) {
  answer(await groundTiles(some, (...part) => tinted(...part, colours)), more);
}

const answer = (tiles: GroundTile[], more: boolean) =>
  self.postMessage({ tiles, more } satisfies GroundAnswer, { transfer: tiles.map(({ image }) => image) });

async function levelsOf(picture: Blob) {
  // Colour management would turn the cell values 0, 205 and 254 into others.
  const image = await createImageBitmap(picture, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {
    willReadFrequently: true,
  });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  const cells = new Uint8Array(image.width * image.height);
  // In stripes: the whole picture as RGBA would take four times the memory of the map at once.
  const stripe = 256;
  for (let top = 0; top < image.height; top += stripe) {
    const rows = Math.min(stripe, image.height - top);
    const { data } = context.getImageData(0, top, image.width, rows);
    for (let i = 0; i < rows * image.width; i++) cells[top * image.width + i] = data[4 * i]!;
  }
  return groundLevels(cells, image.width, image.height);
}
