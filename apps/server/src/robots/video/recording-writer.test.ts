import { expect, test } from 'vitest';
import type { FileStore } from '../../platform/files/files.ts';
import type { Recording } from './recording.ts';
import type { RecordingLog } from './recording-log.ts';
import { createRecordingWriter } from './recording-writer.ts';

const cluster = { fromMs: 0, toMs: 1_000, isKey: true, width: 640, height: 360, bytes: 'AAAA' };
const end = { at: '2031-01-01T00:00:00.000Z', endedAs: 'LEFT', endedBy: '' } as const;

/** A recording with one picture that is not stored, and what is written of it. */
function aWriter({ failures = 0, isOpen = true }) {
  const written: string[] = [];
  let tries = 0;
  // The writer stores content and reads nothing.
  const files = {
    put: async () => {
      tries += 1;
      if (tries <= failures) throw new Error('the store is away');
      return { sha256: 'a', bytes: 3 };
    },
  } as unknown as FileStore;
  // The writer adds parts and ends.
  const recordingLog = {
    append: async () => {
      if (isOpen) written.push('part');
      return isOpen;
    },
    end: async (_id, { wasCut }) => void written.push(wasCut ? 'end, cut' : 'end'),
  } as Partial<RecordingLog> as RecordingLog;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const forget = () => void written.push('forgotten');
  const writer = createRecordingWriter({ files, log, recordingLog, nowMs: () => 0, forget, retryMs: 1 });
  // The writer reads no more of a recording.
  const recording = { id: 'r', pending: [cluster], storing: undefined } as unknown as Recording;
  return { written, tries: () => tries, end: () => writer.end(recording, end) };
}

test('the end of a recording waits for a store that is away, and no picture is missing', async () => {
  const writer = aWriter({ failures: 5 });
  await writer.end();
  expect(writer.written).toEqual(['part', 'end']);
});

test('pictures that cannot be stored in time are left out, and the recording says that it was cut', async () => {
  const writer = aWriter({ failures: Number.POSITIVE_INFINITY });
  await writer.end();
  expect(writer.written).toEqual(['end, cut']);
});

test('the end of a recording that another server has ended is not tried again', async () => {
  const writer = aWriter({ isOpen: false });
  await writer.end();
  expect(writer.written).toEqual(['forgotten', 'end']);
  expect(writer.tries()).toBe(1);
});
