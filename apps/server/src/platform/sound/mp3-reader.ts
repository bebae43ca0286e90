import { MPEGDecoder } from 'mpg123-decoder';
import { Refusal } from '../calls/ctx.ts';
import type { Sound, SoundLimits } from './sound.ts';

/** Compressed bytes between two looks at the limit. */
const pieceBytes = 64 * 1024;
/** A decoder may leave out the first and the last frame. */
const samplesOfFrame = 1152;

export const isMp3 = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 3) === 'ID3' ||
  (bytes.length > 2 && bytes[0] === 0xff && (bytes[1]! & 0xe0) === 0xe0);

/** The frames that the header of an encoder names; undefined without such a header. */
function namedFrames(bytes: Buffer): number | undefined {
  const start = Math.max(
    bytes.subarray(0, 200_000).indexOf('Xing'),
    bytes.subarray(0, 200_000).indexOf('Info'),
  );
  if (start < 0 || start + 12 > bytes.length || (bytes.readUInt32BE(start + 4) & 1) === 0) return undefined;
  return bytes.readUInt32BE(start + 8);
}

/**
 * Decodes an untrusted MP3 in pieces, and stops at the limit. The decoder refuses nothing: noise and a cut file are found by its
 * errors and by the length that the header names. Throws `fileFormat` for both.
 */
export async function readMp3(bytes: Buffer, { seconds }: SoundLimits): Promise<Sound> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const pieces: Float32Array[][] = [];
    let length = 0;
    let sampleRate = 0;
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = decoder.decode(bytes.subarray(at, at + pieceBytes));
      if (piece.errors.length > 0) throw new Refusal('fileFormat');
      if (piece.samplesDecoded === 0) continue;
      if (sampleRate !== 0 && piece.sampleRate !== sampleRate) throw new Refusal('fileFormat');
      sampleRate = piece.sampleRate;
      length += piece.samplesDecoded;
      pieces.push(piece.channelData);
      if (length > seconds * sampleRate) throw new Refusal('fileTooLarge');
    }
    const frames = namedFrames(bytes);
    if (length === 0 || (frames !== undefined && length < (frames - 3) * samplesOfFrame * 0.5))
      throw new Refusal('fileFormat');
    return { sampleRate, channels: joined(pieces, length) };
  } finally {
    decoder.free();
  }
}

function joined(pieces: readonly Float32Array[][], length: number): Float32Array[] {
  const count = Math.min(2, pieces[0]?.length ?? 0);
  return Array.from({ length: count }, (_channel, number) => {
    const channel = new Float32Array(length);
    let at = 0;
    for (const piece of pieces) {
      const part = piece[number] ?? piece[0]!;
      channel.set(part, at);
      at += part.length;
    }
    return channel;
  });
}
