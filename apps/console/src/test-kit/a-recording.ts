import type { VideoRecording } from '@sweepline/contract';

/** A recording of a camera that can be played. */
export const aRecording = (changes: Partial<VideoRecording> = {}): VideoRecording => ({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000f4',
  deviceId: '01900000-0000-7000-8000-0000000000c1',
  camera: 'FRONT',
  state: 'STORED',
  person: 'Wei',
  company: 'Sweepline',
  byRight: 'COMPANY',
  reason: 'It stands still',
  startedAt: '2030-01-01T00:00:00.000Z',
  endedAt: '2030-01-01T00:01:23.000Z',
  end: 'STOPPED',
  endedBy: '',
  durationMs: 83_000,
  bytes: 2_097_152,
  keptUntil: '2030-01-31T00:00:00.000Z',
  ...changes,
});
