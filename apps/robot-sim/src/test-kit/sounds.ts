import { createHash, randomUUID } from 'node:crypto';
import type { AudioItem } from '@sweepline/contract/robot';

/** A WAV with 16-bit mono samples of silence at 8 kHz. */
export function aWav(seconds: number): Buffer {
  const data = Buffer.alloc(Math.round(seconds * 8000) * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

export const anAudioItem = (slot: string, file: Buffer, over: Partial<AudioItem> = {}): AudioItem => ({
  slot,
  fileId: randomUUID(),
  sha256: createHash('sha256').update(file).digest('hex'),
  bytes: file.byteLength,
  format: 'WAV',
  ...over,
});
