import { mixPixel, type Picture } from './picture.ts';

/** Glyphs of 3 × 5 pixels, row by row from the top, three bits each. */
const glyphs: Record<string, number> = {
  '0': 0o75557,
  '1': 0o26227,
  '2': 0o71747,
  '3': 0o71717,
  '4': 0o55711,
  '5': 0o74717,
  '6': 0o74757,
  '7': 0o71111,
  '8': 0o75757,
  '9': 0o75717,
  '-': 0o00700,
  '.': 0o00002,
  ':': 0o02020,
  A: 0o25755,
  D: 0o65556,
  E: 0o74647,
  F: 0o74644,
  G: 0o74557,
  H: 0o55755,
  I: 0o72227,
  L: 0o44447,
  N: 0o65555,
  O: 0o75557,
  R: 0o65655,
  T: 0o72222,
  W: 0o55577,
  X: 0o55255,
  Y: 0o55222,
};
const [glyphWidth, glyphHeight] = [3, 5];

/** Writes a line of text on a dark bar at the top of the picture. */
export function stamp(picture: Picture, text: string) {
  const size = Math.max(1, Math.round(picture.width / 320));
  const barHeight = Math.min(picture.height, (glyphHeight + 4) * size);
  for (let y = 0; y < barHeight; y++)
    for (let x = 0; x < picture.width; x++) mixPixel(picture, x, y, [0, 0, 0], 0.7);
  [...text].forEach((character, index) => {
    const glyph = glyphs[character] ?? 0;
    for (let bit = 0; bit < glyphWidth * glyphHeight; bit++) {
      if (!((glyph >> (glyphWidth * glyphHeight - 1 - bit)) & 1)) continue;
      const left = (2 + index * (glyphWidth + 1) + (bit % glyphWidth)) * size;
      const top = (2 + Math.floor(bit / glyphWidth)) * size;
      fillSquare(picture, left, top, size);
    }
  });
}

function fillSquare(picture: Picture, left: number, top: number, size: number) {
  for (let y = top; y < Math.min(top + size, picture.height); y++)
    for (let x = left; x < Math.min(left + size, picture.width); x++)
      mixPixel(picture, x, y, [255, 255, 255], 1);
}
