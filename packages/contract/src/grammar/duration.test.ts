import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText } from './duration.ts';
import { langs } from './lang.ts';

test('a duration has its two largest units, and none that is zero', () => {
  const seconds = [0, 0.4, 8, 510, 540, 3_600, 3_660, 98_400, 86_399, 185_800, 3_599.6, -90];
  expect(seconds.map((each) => durationText(each, 'en'))).toEqual([
    ...[
      '0 s',
      '0 s',
      '8 s',
      '8 min 30 s',
      '9 min',
      '1 h',
      '1 h 1 min',
      '1 d 3 h',
      '1 d',
      '2 d 4 h',
      '1 h',
      '−1 min 30 s',
    ],
  ]);
});

test('each language has its own units, with a space before them', () => {
  expect(langs.map((lang) => durationText(97_200, lang))).toEqual([
    '1 d 3 h',
    '1 天 3 小时',
    '1 天 3 小時',
    '1 日 3 時間',
    '1 일 3 시간',
    '1 d 3 h',
  ]);
});

test('a duration is never more than its smaller unit away from the text', () => {
  const sizes: Record<string, number> = { d: 86_400, h: 3_600, min: 60, s: 1 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
      const parts = [...durationText(seconds, 'en').matchAll(/(\d+) (\w+)/g)];
      const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * sizes[unit!]!, 0);
      expect(parts.length).toBeLessThanOrEqual(2);
      expect(Math.abs(total - seconds)).toBeLessThanOrEqual(
        seconds < 3_600 ? 0 : seconds < 86_400 ? 30 : 1_800,
      );
    }),
  );
});
