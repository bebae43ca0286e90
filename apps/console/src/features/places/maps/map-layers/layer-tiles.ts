import { neverCleaned, type MapLayer } from '@sweepline/contract';
import { maxValue, polygonMask, tileValues, type Tiles, type Zone } from '@sweepline/map-core';

/** The values of a layer as the server sent them. */
export async function layerTiles({ raster, tiles }: MapLayer): Promise<Tiles> {
  const packed = Uint8Array.from(atob(tiles), (letter) => letter.charCodeAt(0));
  const unpacking = new DecompressionStream('deflate-raw');
  const writer = unpacking.writable.getWriter();
  const written = writer.write(packed).then(() => writer.close());
  const bytes = await new Response(unpacking.readable).arrayBuffer();
  await written;
  return { ...raster, values: tileValues(new Uint8Array(bytes)) };
}

/** The largest stored value; 0 where there is none. */
export function peakOf({ values }: Tiles): number {
  let peak = 0;
  for (const value of values) if (value <= maxValue && value > peak) peak = value;
  return peak;
}

/** Whether a layer has any value. */
export const hasValues = ({ values }: Tiles) => values.some((value) => value <= neverCleaned);

/** The values of a layer in one zone, in the layer's unit. */
export interface ZoneStatistics {
  id: string;
  name: string;
  mean: number;
  /** The extreme: most often, longest ago, weakest. */
  extreme: number;
  /** The share of its tiles with a value: 0–1. */
  share: number;
}

/** A layer zone by zone, the most relevant first; zones without values are left out. */
export function zoneStatistics(tiles: Tiles, zones: readonly Zone[], scale: number): ZoneStatistics[] {
  return zones
    .flatMap(({ id, type, name, points }) => {
      if (type !== 'CLEAN') return [];
      let [all, knownCount, sum, extreme] = [0, 0, 0, 0];
      polygonMask(tiles, points).forEach((within, tile) => {
        if (within !== 1) return;
        all++;
        const value = tiles.values[tile]!;
        if (value > maxValue) return;
        knownCount++;
        sum += value;
        extreme = Math.max(extreme, value);
      });
      if (knownCount === 0) return [];
      return [
        { id, name, mean: (sum / knownCount) * scale, extreme: extreme * scale, share: knownCount / all },
      ];
    })
    .toSorted((a, b) => Math.abs(b.mean) - Math.abs(a.mean));
}
