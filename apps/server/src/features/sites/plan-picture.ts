import { planLimits } from '@sweepline/contract';
import { Refusal, wrongField } from '../../platform/calls/ctx.ts';

interface PlanPicture {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif';
  width: number;
  height: number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Type and size of a picture from its header. The picture is not unpacked, so a decompression bomb has no effect. */
export function planPicture(bytes: Buffer): PlanPicture {
  const picture = pngSize(bytes) ?? gifSize(bytes) ?? jpegSize(bytes);
  if (!picture) throw new Refusal('fileFormat');
  const { width, height } = picture;
  const fits = [width, height].every((side) => side >= 1 && side <= planLimits.side);
  if (!fits) throw wrongField('plan', 'PICTURE_SIZE', { width, height, max: planLimits.side });
  return picture;
}

function pngSize(bytes: Buffer): PlanPicture | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): PlanPicture | undefined {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1'))) return undefined;
  return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** The size of a JPEG is in a frame header. Each segment before it states its own length. */
function jpegSize(bytes: Buffer): PlanPicture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    // C4, C8 and CC are in the range of frame headers but are not frame headers.
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) {
      return {
        mediaType: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
