/** An RGB picture without an alpha channel. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}
export type Colour = readonly [number, number, number];

export const createPicture = (width: number, height: number): Picture => ({
  width,
  height,
  data: new Uint8Array(width * height * 3),
});

/** Sets a pixel, darkened by `light` (0–1). The position must be inside. */
export function setPixel({ width, data }: Picture, x: number, y: number, [r, g, b]: Colour, light = 1) {
  const at = (y * width + x) * 3;
  data[at] = r * light;
  data[at + 1] = g * light;
  data[at + 2] = b * light;
}

/** Mixes a colour over a pixel. The position must be inside. */
export function mixPixel({ width, data }: Picture, x: number, y: number, colour: Colour, share: number) {
  const at = (y * width + x) * 3;
  for (let i = 0; i < 3; i++) data[at + i] = data[at + i]! * (1 - share) + colour[i]! * share;
}
