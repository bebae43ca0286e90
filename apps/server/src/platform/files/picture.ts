import { Refusal } from '../calls/ctx.ts';

const mediaTypes = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif' } as const;

export interface Picture {
  content: Buffer;
  mediaType: (typeof mediaTypes)[keyof typeof mediaTypes];
  width: number;
  height: number;
}

interface Limits {
  /** The longest side in pixels. */
  side: number;
  /** The refusal of a picture with a longer side. */
  tooLong(size: { width: number; height: number }): Refusal;
}

/** All frames of an animation together, as multiples of its largest allowed frame. */
const maxFrames = 4;

/**
 * A PNG, JPEG or GIF that a person uploaded, encoded again: upright, without metadata such as the place of the camera, and
 * without data after its end. Throws `fileFormat` for anything else, also for a damaged picture.
 */
export async function encodeAgain(bytes: Buffer, { side, tooLong }: Limits): Promise<Picture> {
  if (bytes.length === 0) throw new Refusal('fileFormat');
  const limitInputPixels = maxFrames * side * side;
  // Loaded with the first picture: it would delay each start.
  const { default: sharp } = await import('sharp');
  const source = sharp(bytes, { animated: true, limitInputPixels, sequentialRead: true, failOn: 'error' });
  const { format, width, height, pageHeight = height } = await source.metadata().catch(noPicture);
  if (format !== 'png' && format !== 'jpeg' && format !== 'gif') throw new Refusal('fileFormat');
  if (width > side || pageHeight > side) throw tooLong({ width, height: pageHeight });
  const upright = format === 'jpeg' ? source.autoOrient() : source;
  const { data: content, info } = await upright
    .toFormat(format, format === 'jpeg' ? { quality: 90 } : {})
    .toBuffer({ resolveWithObject: true })
    .catch(noPicture);
  const mediaType = mediaTypes[format];
  return { content, mediaType, width: info.width, height: info.pageHeight ?? info.height };
}

const noPicture = () => {
  throw new Refusal('fileFormat');
};
