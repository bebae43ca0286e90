import { expect, test } from 'vitest';
import { metresBetween } from './metres-between.ts';

test('a minute of latitude is a nautical mile', () => {
  const metres = metresBetween({ latitude: 50, longitude: 7 }, { latitude: 50 + 1 / 60, longitude: 7 });
  expect(metres).toBeCloseTo(1_853.2, 0);
});

test('Cologne and Shanghai are 8,865 km apart, across the date line as near as without', () => {
  const cologne = { latitude: 50.94, longitude: 6.96 };
  const shanghai = { latitude: 31.2, longitude: 121.5 };
  expect(metresBetween(cologne, shanghai) / 1_000).toBeCloseTo(8_865, 0);
  const east = { latitude: 0, longitude: 179.5 };
  expect(metresBetween(east, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111_195, -1);
});
