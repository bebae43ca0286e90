import { expect, test } from 'vitest';
import { parseLine } from '../../../apps/server/src/features/remote/logs/log-file-lines.ts';
import { logFilesOf } from './log-lines.ts';

const fromMs = Date.parse('2030-01-01T00:00:00.000Z');
const event = {
  atMs: fromMs + 90_000,
  level: 'ERROR',
  module: 'safety',
  text: 'alarm 10101 raised',
} as const;

test('demo logs are one file per module, with lines in the form of robots, by time', () => {
  const files = logFilesOf('J30-0001', { fromMs, toMs: fromMs + 86_400_000 }, [event]);
  expect(files.map(({ name }) => name)).toContain('safety.log');
  for (const { name, content } of files) {
    const lines = [...content].map((line) => parseLine(line.trimEnd()));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every(({ module }) => `${module}.log` === name)).toBe(true);
    const times = lines.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.every(Number.isFinite)).toBe(true);
  }
});
