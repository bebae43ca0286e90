import { readFileSync } from 'node:fs';

const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

interface Frame {
  bytes: number;
  seconds: number;
}

/** The frame of MPEG layer III whose header begins here; undefined if none does. */
function frameAt(file: Buffer, at: number): Frame | undefined {
  if (at + 4 > file.length || file[at] !== 0xff || (file[at + 1]! & 0xe6) !== 0xe2) return undefined;
  const version = (file[at + 1]! >> 3) & 3;
  if (version === 1) return undefined;
  const isFirst = version === 3;
  const kilobits = bitRates[isFirst ? 1 : 2][file[at + 2]! >> 4];
  const rate = sampleRates[(file[at + 2]! >> 2) & 3];
  if (!kilobits || !rate) return undefined;
  const sampleRate = isFirst ? rate : version === 2 ? rate / 2 : rate / 4;
  const samples = isFirst ? 1152 : 576;
  const padding = (file[at + 2]! >> 1) & 1;
  return {
    bytes: Math.floor((samples * kilobits * 125) / sampleRate) + padding,
    seconds: samples / sampleRate,
  };
}

/** An ID3 tag may stand before the frames. */
const startOf = (file: Buffer): number =>
  file.toString('latin1', 0, 3) === 'ID3'
    ? 10 + ((file[6]! << 21) | (file[7]! << 14) | (file[8]! << 7) | file[9]!)
    : 0;

function mp3Seconds(file: Buffer): number | undefined {
  let seconds = 0;
  let at = startOf(file);
  for (let frame = frameAt(file, at); frame; frame = frameAt(file, at)) {
    seconds += frame.seconds;
    at += frame.bytes;
  }
  return seconds > 0 ? seconds : undefined;
}

/** The chunks of a WAV begin with their name and length. */
function wavSeconds(file: Buffer): number | undefined {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return undefined;
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const bytes = file.readUInt32LE(at + 4);
    if (name === 'fmt ' && at + 20 <= file.length) bytesPerSecond = file.readUInt32LE(at + 16);
    if (name === 'data') return bytesPerSecond > 0 && bytes > 0 ? bytes / bytesPerSecond : undefined;
    at += 8 + bytes + (bytes % 2);
  }
  return undefined;
}

/** The length of a sound on the disk; undefined if it is not in this format. */
export function secondsOfAudio(path: string, format: 'MP3' | 'WAV'): number | undefined {
  const file = readFileSync(path);
  return format === 'MP3' ? mp3Seconds(file) : wavSeconds(file);
}
