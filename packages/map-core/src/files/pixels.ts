import type { Picture } from './pgm.ts';

/** The unpacked pixels of a picture: grey, grey with opacity, colours, or colours with opacity. */
export interface Pixels {
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
  data: Uint8Array | Uint16Array;
}

/** One grey byte per pixel: the mean of the colours, as in `map_server`, and its opacity if the picture has one. */
export function pictureOf({ width, height, channels, data }: Pixels): Picture {
  const count = width * height;
  const unit = data instanceof Uint16Array ? 257 : 1;
  const colours = channels < 3 ? 1 : 3;
  const pixels = new Uint8Array(count);
  const opacity = channels > colours ? new Uint8Array(count) : undefined;
  for (let i = 0; i < count; i++) {
    const at = i * channels;
    const sum = colours === 1 ? data[at]! : data[at]! + data[at + 1]! + data[at + 2]!;
    pixels[i] = Math.round(sum / (colours * unit));
    if (opacity) opacity[i] = Math.round(data[at + colours]! / unit);
  }
  return { width, height, pixels, ...(opacity && { opacity }) };
}
