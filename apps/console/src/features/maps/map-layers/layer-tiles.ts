import { neverCleaned, type MapLayer } from '@sweepline/contract';
import { maxValue, polygonMask, tileValues, type Tiles, type Zone } from '@sweepline/map-core';

/** The numbers of a layer as it was sent. */
export async function layerTiles({ raster, tiles }: MapLayer): Promise<Tiles> {
  const packed = Uint8Array.from(atob(tiles), (letter) => letter.charCodeAt(0));
  const unpacking = new DecompressionStream('deflate-raw');
  const writer = unpacking.writable.getWriter();
  const written = writer.write(packed).then(() => writer.close());
  const bytes = await new Response(unpacking.readable).arrayBuffer();
  await written;
  return { ...raster, values: tileValues(new Uint8Array(bytes)) };
}

/** The largest value that is a number; 0 where there is none. */
export function peakOf({ values }: Tiles): number {
  let peak = 0;
  for (const value of values) if (value <= maxValue && value > peak) peak = value;
  return peak;
}

/** Whether a layer says anything anywhere. */
export const saysAnything = ({ values }: Tiles) => values.some((value) => value <= neverCleaned);

/** What a layer says of one zone, in its own unit. */
export interface ZoneSays {
  id: string;
  name: string;
  mean: number;
  /** Most often, longest ago, weakest. */
  extreme: number;
  /** Of its tiles, those with a number: 0–1. */
  share: number;
}

/** A layer in numbers, zone by zone, the most telling first; zones it says nothing of are left out. */
export function zoneSays(tiles: Tiles, zones: readonly Zone[], scale: number): ZoneSays[] {
  return zones
    .flatMap(({ id, type, name, points }) => {
      if (type !== 'CLEAN') return [];
      let [all, known, sum, extreme] = [0, 0, 0, 0];
      polygonMask(tiles, points).forEach((within, tile) => {
        if (within !== 1) return;
        all++;
        const value = tiles.values[tile]!;
        if (value > maxValue) return;
        known++;
        sum += value;
        extreme = Math.max(extreme, value);
      });
      if (known === 0) return [];
      return [{ id, name, mean: (sum / known) * scale, extreme: extreme * scale, share: known / all }];
    })
    .toSorted((a, b) => Math.abs(b.mean) - Math.abs(a.mean));
}
