import { expect, test } from 'vitest';
import { aPerson } from '../../test-kit/index.ts';
import { formatArea, formatLitres, formatRate, formatTime, formatTimeExact, unknown } from './format.ts';
import { session } from '../api/session.ts';

const areas = [0, 0.25, 12.34, 1234.5, null] as const;

test('areas, rates and volumes are in metric units unless the reader has others', () => {
  session.open(aPerson());
  expect(areas.map(formatArea)).toEqual(['0 m²', '0.25 m²', '12.3 m²', '1,235 m²', unknown]);
  expect([formatRate(650), formatLitres(3.785)]).toEqual(['650 m²/h', '3.8 L']);
});

test('areas, rates and volumes are in feet and gallons if the profile says so', () => {
  session.open(aPerson({ profile: { area: 'FT2', volume: 'GALLON' } }));
  expect(areas.map(formatArea)).toEqual(['0 ft²', '2.7 ft²', '133 ft²', '13,288 ft²', unknown]);
  expect([formatRate(650), formatLitres(3.785), formatLitres(null)]).toEqual([
    '6,997 ft²/h',
    '1 gal',
    unknown,
  ]);
});

test('a moment is formatted in the reader’s zone', () => {
  const at = '2030-01-31T23:30:00.000Z';
  session.open(aPerson({ profile: { timezone: 'Asia/Shanghai' } }));
  expect(formatTime(at)).toBe('Feb 1, 2030, 07:30');
  expect(formatTimeExact(at)).toBe('Feb 1, 2030, 07:30:00');
  session.open(aPerson({ profile: { timezone: 'America/New_York' } }));
  expect(formatTime(at)).toBe('Jan 31, 2030, 18:30');
});
