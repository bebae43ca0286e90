import {
  coverageFromPasses,
  takeTouched,
  type CellBox,
  type Coverage,
  type Raster,
} from '@sweepline/map-core';
import { passRgb } from '../paint/colours.ts';

/** A coverage as a picture that grows with it: only the cells changed since the last read are coloured again. */
export interface CoverageLayer {
  readonly coverage: Coverage;
  /** The current picture; undefined where canvases cannot be painted. */
  picture: () => CanvasImageSource | undefined;
}

const opacity = 150;

export function createCoverageLayer(coverage: Coverage): CoverageLayer {
  let canvas: HTMLCanvasElement | undefined;
  return {
    coverage,
    picture: () => {
      // Created at its first use: a report that is only read as figures needs no picture.
      const box = canvas ? takeTouched(coverage) : wholeOf(coverage);
      canvas ??= canvasFor(coverage);
      const context = canvas.getContext('2d');
      if (context && box) colour(context, coverage, box);
      return context ? canvas : undefined;
    },
  };
}

function canvasFor({ width, height }: Coverage) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  return canvas;
}

const wholeOf = ({ width, height }: Raster): CellBox => ({
  minColumn: 0,
  maxColumn: width - 1,
  minRow: 0,
  maxRow: height - 1,
});

function colour(context: CanvasRenderingContext2D, { passes, width }: Coverage, box: CellBox) {
  const [across, down] = [box.maxColumn - box.minColumn + 1, box.maxRow - box.minRow + 1];
  const pixels = context.createImageData(across, down);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const count = passes[(box.minRow + row) * width + box.minColumn + column]!;
      if (count === 0) continue;
      const [red, green, blue] = passRgb[Math.min(count, passRgb.length) - 1]!;
      pixels.data.set([red, green, blue, opacity], 4 * (row * across + column));
    }
  }
  context.putImageData(pixels, box.minColumn, box.minRow);
}

/** Decodes a stored coverage picture: grey, one pixel a cell, the value the number of passes. */
export async function readCoverage(picture: Blob, at: Omit<Raster, 'width' | 'height'>): Promise<Coverage> {
  const image = await createImageBitmap(picture, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const { width, height } = image;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const passes = Uint8Array.from({ length: width * height }, (_, i) => data[4 * i]!);
  return coverageFromPasses({ ...at, width, height }, passes);
}
