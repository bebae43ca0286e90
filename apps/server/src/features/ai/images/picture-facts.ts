import { ZipFault } from './zip-pictures.ts';

const maxPixels = 24_000_000;
/** Columns and rows of the picture from which the likeness is read: each row gives 8 differences. */
const [columns, rows] = [9, 8];
/** Pictures that differ in no more of the 64 bits look the same to people. */
const similarBits = 3;

export interface PictureFacts {
  width: number;
  height: number;
  likeness: string;
}

/** Reads a picture of a robot completely. Throws a `ZipFault` for what is no JPEG, is damaged, or is larger than 24 megapixels. */
export async function pictureFacts(bytes: Buffer): Promise<PictureFacts> {
  const { default: sharp } = await import('sharp');
  const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
  try {
    const { format, width, height } = await source.metadata();
    if (format !== 'jpeg') throw new ZipFault('no JPEG');
    const grey = await source.greyscale().resize(columns, rows, { fit: 'fill' }).raw().toBuffer();
    return { width, height, likeness: likenessOf(grey) };
  } catch (error) {
    throw error instanceof ZipFault ? error : new ZipFault('a picture cannot be read');
  }
}

function likenessOf(grey: Buffer): string {
  let bits = 0n;
  for (let row = 0; row < rows; row++)
    for (let column = 1; column < columns; column++) {
      const at = row * columns + column;
      bits = (bits << 1n) | (grey[at]! > grey[at - 1]! ? 1n : 0n);
    }
  return bits.toString(16).padStart(16, '0');
}

/** Whether two pictures look nearly the same. */
export function isSimilar(a: string, b: string): boolean {
  let differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  for (let count = 0; differing > 0n; differing &= differing - 1n) if (++count > similarBits) return false;
  return true;
}
