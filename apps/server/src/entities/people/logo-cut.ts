import { innerSize, logoSizes, type LogoCut, type LogoStyle, type PictureSize } from '@sweepline/contract';

interface CutLogo extends PictureSize {
  content: Buffer;
  mediaType: 'image/png';
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

/** The pixels of a picture that a crop names, at least one. */
function pixelsOf({ x, y, width, height }: LogoCut, picture: PictureSize) {
  const left = Math.min(Math.round(x * picture.width), picture.width - 1);
  const top = Math.min(Math.round(y * picture.height), picture.height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(width * picture.width), picture.width - left)),
    height: Math.max(1, Math.min(Math.round(height * picture.height), picture.height - top)),
  };
}

/**
 * Cuts the logo of a style from a picture that `encodeAgain` has written. What the crop does not fill is transparent. Of an
 * animation it takes the first frame.
 */
export async function cutLogo(bytes: Buffer, style: LogoStyle, cut: LogoCut) {
  // Loaded with the first picture: it would delay each start.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes).metadata();
  const picture = { width, height };
  const size = logoSizes[style];
  const inner = innerSize(style, cut.margin);
  const [x, y] = [(size.width - inner.width) / 2, (size.height - inner.height) / 2];
  const content = await sharp(bytes)
    .extract(pixelsOf(cut, picture))
    .resize({ ...inner, fit: 'contain', background: transparent })
    .extend({ left: x, right: x, top: y, bottom: y, background: transparent })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { picture, logo: { content, mediaType: 'image/png', ...size } satisfies CutLogo };
}
