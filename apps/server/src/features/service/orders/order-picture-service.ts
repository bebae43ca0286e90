import { fieldReason, orderPictureLimits } from '@sweepline/contract';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import { bytesOf, type Upload } from '../../../platform/calls/input.ts';
import { encodeAgain, type Picture } from '../../../platform/files/picture.ts';

/** A picture of an order, encoded again. A file that is no picture, or too large a one, is refused at its field. */
export async function encodeOrderPicture(field: string, upload: Upload): Promise<Picture> {
  const max = orderPictureLimits.maxSide;
  try {
    return await encodeAgain(await bytesOf(upload.content), {
      side: max,
      tooLong: (size) => wrongField(field, 'PICTURE_SIZE', { ...size, max }),
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'fileFormat') throw error;
    throw new Refusal('fileFormat', { fields: { [field]: fieldReason('PICTURE_FORMAT') } });
  }
}
