import { afterEach, expect, test } from 'vitest';
import { robotTimeMs } from '../protocol/robot-time.ts';
import { correctionMs, eventTime } from './session.ts';

const zone = process.env['TZ'];
afterEach(() => {
  // Assigning undefined would store the text "undefined".
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test.each(['UTC', 'Asia/Shanghai', 'America/New_York'])(
  'a robot’s time without a zone is UTC where the process runs in %s',
  (processZone) => {
    process.env['TZ'] = processZone;
    const receivedMs = Date.parse('2030-01-02T03:04:05.000Z');
    for (const sentAt of ['2030-01-02T03:04:05.000', '2030-01-02T03:04:05', '2030-01-02 03:04:05.000']) {
      expect(correctionMs(sentAt, receivedMs)).toBe(0);
      expect(eventTime('2030-01-02T03:00:00.000', sentAt, receivedMs).toISOString()).toBe(
        '2030-01-02T03:00:00.000Z',
      );
    }
  },
);

test('a robot’s time with a zone keeps it, and a text that is no time is none', () => {
  process.env['TZ'] = 'Asia/Shanghai';
  const ms = Date.UTC(2030, 0, 2, 3, 4, 5);
  for (const text of [
    '2030-01-02T03:04:05Z',
    '2030-01-02T03:04:05.000z',
    '2030-01-02T11:04:05+08:00',
    '2030-01-01T22:04:05-0500',
    '2030-01-02T03:04:05.000000',
  ])
    expect([text, robotTimeMs(text)]).toEqual([text, ms]);
  expect([robotTimeMs(''), robotTimeMs('undefined'), robotTimeMs('12:00')]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});
