import sharp, { type OverlayOptions } from 'sharp';
import type { Picture } from '../files/picture.ts';
import { pdfFonts, type Face } from './pdf-fonts.ts';

/** The families in the font files of the faces. */
const families: Record<Face, string> = {
  SC: 'Noto Sans S Chinese',
  TC: 'Noto Sans T Chinese',
  JP: 'Noto Sans Japanese',
  KR: 'Noto Sans Korean',
};
const padding = 6;
/** A longer line would hide the picture. */
const maxLetters = 60;
const maxPixels = 4_096 * 4_096;
const band = { r: 0, g: 0, b: 0, alpha: 0.65 };

function faceOf(text: string): Face {
  if (/\p{Script=Hangul}/u.test(text)) return 'KR';
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'JP' : 'SC';
}

/** The text is markup of the layout library. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function lineOf(text: string, width: number) {
  const face = faceOf(text);
  const line = [...text].slice(0, maxLetters).join('');
  const size = Math.max(8, Math.round(width / 56));
  const font = { font: `${families[face]} ${size}`, fontfile: pdfFonts[face]!.normal };
  const markup = `<span foreground="white">${escaped(line)}</span>`;
  return sharp({ text: { text: markup, ...font, rgba: true, width: width - 2 * padding } })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** A JPEG of a robot, encoded again, with lines of text in a dark band over its lower edge. Rejects for a damaged picture. */
export async function withCaption(jpeg: Buffer, lines: readonly string[]): Promise<Picture> {
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const;
  const picture = await sharp(jpeg, options).toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer();
  const { width, height } = await sharp(picture).metadata();
  const texts = await Promise.all(lines.filter(Boolean).map((line) => lineOf(line, width)));
  const textHeight = texts.reduce((sum, { info }) => sum + info.height + padding, padding);
  const bandHeight = Math.min(height, textHeight);
  const create = { width, height: bandHeight, channels: 4 as const, background: band };
  let top = height - bandHeight;
  const layers: OverlayOptions[] = [{ input: await sharp({ create }).png().toBuffer(), left: 0, top }];
  for (const { data, info } of texts) {
    // A picture that is lower than its caption has no place for the last lines.
    if (top + padding + info.height > height) break;
    layers.push({ input: data, left: padding, top: top + padding });
    top += padding + info.height;
  }
  const content = await sharp(picture).composite(layers).jpeg({ quality: 85 }).toBuffer();
  return { content, mediaType: 'image/jpeg', width, height };
}
