import type { Coverage, Raster } from '@sweepline/map-core';
import { encode } from 'fast-png';

/** Passes over a whole map at half its resolution, 0.10 m per pixel (docs/protocol/files.md#coverage-file). */
export class CoveragePicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly #map: Raster;

  constructor(map: Raster, pixels?: Uint8Array) {
    this.#map = map;
    this.width = Math.ceil(map.width / 2);
    this.height = Math.ceil(map.height / 2);
    const size = this.width * this.height;
    this.pixels = pixels?.length === size ? pixels : new Uint8Array(size);
  }

  /**
   * Adds the passes of an area. A pixel is passed when most of its four cells are, as where its centre decides, and has their
   * maximum; overlapping areas add up.
   */
  add(coverage: Coverage) {
    const { resolution, originX, originY, height } = this.#map;
    const left = Math.round((coverage.originX - originX) / resolution);
    const bottom = Math.round((coverage.originY - originY) / resolution);
    const maxByPixel = new Map<number, number>();
    const cellsByPixel = new Map<number, number>();
    for (let i = 0; i < coverage.passes.length; i++) {
      const passes = coverage.passes[i]!;
      if (passes === 0) continue;
      const column = (left + (i % coverage.width)) >> 1;
      const fromBottom = bottom + coverage.height - 1 - Math.floor(i / coverage.width);
      // Pixels are counted from the lower left, where map and picture share their origin.
      const row = this.height - 1 - (fromBottom >> 1);
      if (fromBottom >= height) continue;
      const pixel = row * this.width + column;
      cellsByPixel.set(pixel, (cellsByPixel.get(pixel) ?? 0) + 1);
      if (passes > (maxByPixel.get(pixel) ?? 0)) maxByPixel.set(pixel, passes);
    }
    for (const [pixel, passes] of maxByPixel)
      if (cellsByPixel.get(pixel)! > 2) this.pixels[pixel] = Math.min(255, this.pixels[pixel]! + passes);
  }

  png = () => encode({ width: this.width, height: this.height, data: this.pixels, channels: 1, depth: 8 });
}
