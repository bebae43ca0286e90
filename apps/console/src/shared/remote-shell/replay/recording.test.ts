import { expect, test } from 'vitest';
import { plainOutput, searchOutput } from './plain-output.ts';
import { piecesAt, played } from './playback.ts';
import { typedLines } from './typed-lines.ts';

const output: [number, string][] = [
  [0, '\u001b[32mrobot\u001b[0m$ '],
  [500, 'up'],
  [700, 'tm\b'],
  [900, 'ime\r\n'],
  [1_000, ' 10:00 up 3 da\u001b'],
  [1_001, ']0;title\u0007ys\r\nrobot$ '],
  [60_000, 'exit\r\n'],
];

test('control sequences are left out of the text, also when they are split over two pieces', () => {
  expect(plainOutput(output).text).toBe('robot$ uptime\n 10:00 up 3 days\nrobot$ exit\n');
});

test('a search finds what was typed key by key, and leads to the time at which it began', () => {
  const plain = plainOutput(output);
  expect(searchOutput(plain, output, 'UPTIME')).toEqual([{ at: 7, ms: 500, line: 'robot$ uptime' }]);
  expect(searchOutput(plain, output, 'days')).toMatchObject([{ ms: 1_000, line: '10:00 up 3 days' }]);
  expect(searchOutput(plain, output, 'robot').map(({ ms }) => ms)).toEqual([0, 1_001]);
  expect(searchOutput(plain, output, '')).toEqual([]);
});

test('the pieces at a time are those that were output until then', () => {
  expect([-1, 0, 899, 900, 99_999].map((ms) => piecesAt(output, ms))).toEqual([0, 1, 3, 4, 7]);
});

test('playing goes on at its speed, leaves out pauses if asked, and stops at the end', () => {
  const recording = { output, durationMs: 61_000 };
  const plays = { tookMs: 100, speed: 2, skips: false };
  expect(played(recording, 500, plays)).toBe(700);
  expect(played(recording, 1_500, plays)).toBe(1_700);
  expect(played(recording, 1_500, { ...plays, skips: true })).toBe(59_500);
  expect(played(recording, 60_950, plays)).toBe(61_000);
});

test('what was typed is shown line by line with signs for keys, and dots for what the robot did not echo', () => {
  expect(
    typedLines([
      [100, 'sudo'],
      [200, ' ls\r'],
      [900, '••••\r'],
      [1_500, '\u001b[A\u0003'],
    ]),
  ).toEqual([
    { n: 0, ms: 100, text: 'sudo ls ⏎' },
    { n: 1, ms: 900, text: '•••• ⏎' },
    { n: 2, ms: 1_500, text: '↑^C' },
  ]);
});
