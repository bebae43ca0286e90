import { recordingRules } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { recordingEndOf, type Recording } from './recording.ts';

const startedMs = Date.parse('2031-01-01T00:00:00Z');
const mebibyte = 1024 * 1024;

/** A recording that was begun, with its last pictures `silentMs` ago at the time of the look. */
const endAfter = ({ ms = 60_000, silentMs = 0, bytes = 0, isOnline = true }) =>
  recordingEndOf(
    // The rule reads no more of a recording.
    { base: {}, view: {}, startedMs, signMs: startedMs + ms - silentMs, bytes } as Recording,
    isOnline,
    startedMs + ms,
  );

test.each([
  ['with 256 MiB', { bytes: 256 * mebibyte }, undefined],
  ['with more than 256 MiB', { bytes: 256 * mebibyte + 1 }, 'TOO_LARGE'],
  ['with pictures 15 s ago', { silentMs: 15_000 }, undefined],
  ['without pictures for longer, of a robot that is online', { silentMs: 15_001 }, 'LOST'],
  [
    'without pictures for longer, of a robot that is offline',
    { silentMs: 15_001, isOnline: false },
    'OFFLINE',
  ],
  ['of a robot that has been offline for a moment', { isOnline: false }, undefined],
  [
    'after ten minutes, also if it is too large',
    { ms: recordingRules.maxMs, bytes: 300 * mebibyte },
    'TIME_UP',
  ],
] as const)('a recording %s ends as it should', (_name, at, endedAs) => {
  expect(endAfter(at)).toBe(endedAs);
});
