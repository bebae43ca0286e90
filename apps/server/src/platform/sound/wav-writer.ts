import type { Sound } from './sound.ts';

const headBytes = 44;

/** A WAV of 16 bits with one channel. */
export function wavOf({ sampleRate, channels }: Sound): Buffer {
  const samples = channels[0] ?? new Float32Array();
  const file = Buffer.alloc(headBytes + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries())
    file.writeInt16LE(Math.round(Math.min(1, Math.max(-1, sample)) * 32_767), headBytes + at * 2);
  return file;
}
