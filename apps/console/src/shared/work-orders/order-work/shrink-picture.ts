import { maxPictureBytes, orderPictureLimits } from '@sweepline/contract';

/** A picture that is small enough for the server, without the data of the camera. */
export interface SmallPicture {
  blob: Blob;
  width: number;
  height: number;
}

/** From good to acceptable; the first that is small enough is taken. */
const qualities = [0.85, 0.7, 0.5, 0.3];

const encoded = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/** The size with its longest side at most `side`. */
export function fitted({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a picture again at most `side` pixels wide and high, upright. Rejects a file that is no picture. */
export async function shrinkPicture(file: Blob): Promise<SmallPicture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = document.createElement('canvas');
    for (let { side }: { side: number } = orderPictureLimits; side >= 400; side = Math.round(side / 2)) {
      const size = fitted(bitmap, side);
      Object.assign(canvas, size);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, size.width, size.height);
      for (const quality of qualities) {
        const blob = await encoded(canvas, quality);
        if (blob && blob.size <= maxPictureBytes) return { blob, ...size };
      }
    }
  } finally {
    bitmap.close();
  }
  throw new Error('the picture stays too large');
}
