import { Refusal } from '../calls/ctx.ts';
import type { Sound, SoundLimits } from './sound.ts';

const formats = { pcm: 1, float: 3, extensible: 0xfffe } as const;
const rates = { min: 8_000, max: 96_000 };

export const isWav = (bytes: Buffer): boolean =>
  bytes.length >= 12 &&
  bytes.toString('latin1', 0, 4) === 'RIFF' &&
  bytes.toString('latin1', 8, 12) === 'WAVE';

interface WavFormat {
  code: number;
  channels: number;
  sampleRate: number;
  bits: number;
}

/** How one sample is read, by format and bits. 8 bits are unsigned. */
const readers: Readonly<Record<string, (bytes: Buffer, at: number) => number>> = {
  '1/8': (bytes, at) => (bytes.readUInt8(at) - 128) / 128,
  '1/16': (bytes, at) => bytes.readInt16LE(at) / 2 ** 15,
  '1/24': (bytes, at) => bytes.readIntLE(at, 3) / 2 ** 23,
  '1/32': (bytes, at) => bytes.readInt32LE(at) / 2 ** 31,
  '3/32': (bytes, at) => Math.min(1, Math.max(-1, bytes.readFloatLE(at) || 0)),
};

/** The chunks of a RIFF file by name. A chunk that ends behind the file is refused: the file was cut. */
function chunksOf(bytes: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length;
    if (end > bytes.length) throw new Refusal('fileFormat');
    chunks.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, end));
    // Chunks begin at even places.
    at = end + (length % 2);
  }
  return chunks;
}

function formatOf(chunk: Buffer | undefined): WavFormat {
  if (!chunk || chunk.length < 16) throw new Refusal('fileFormat');
  const code = chunk.readUInt16LE(0);
  return {
    // The extensible form names the code in its last part.
    code: code === formats.extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : code,
    channels: chunk.readUInt16LE(2),
    sampleRate: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
  };
}

/** Decodes an untrusted WAV with one or two channels of PCM or float samples. Throws `fileFormat` for anything else. */
export function readWav(bytes: Buffer, { seconds }: SoundLimits): Sound {
  const chunks = chunksOf(bytes);
  const { code, channels: count, sampleRate, bits } = formatOf(chunks.get('fmt '));
  const data = chunks.get('data');
  const read = readers[`${code}/${bits}`];
  const isKnown = (count === 1 || count === 2) && sampleRate >= rates.min && sampleRate <= rates.max;
  if (!data || !read || !isKnown) throw new Refusal('fileFormat');
  const width = bits / 8;
  const length = Math.floor(data.length / (width * count));
  if (length === 0) throw new Refusal('fileFormat');
  if (length > seconds * sampleRate) throw new Refusal('fileTooLarge');
  const channels = Array.from({ length: count }, () => new Float32Array(length));
  for (let at = 0; at < length; at++)
    for (const [number, channel] of channels.entries())
      channel[at] = read(data, (at * count + number) * width);
  return { sampleRate, channels };
}
