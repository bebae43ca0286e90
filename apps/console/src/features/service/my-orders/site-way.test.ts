import { expect, test } from 'vitest';
import { wayTo } from './site-way.ts';

const mall = { name: 'Mall (east)', address: 'Nanjing Road 1', latitude: 31.2, longitude: 121.5 };

test('a position opens in the map app of Android, and at OpenStreetMap elsewhere', () => {
  expect(wayTo(mall, true)).toBe('geo:31.2,121.5?q=31.2,121.5(Mall%20%20east)');
  expect(wayTo(mall, false)).toBe('https://www.openstreetmap.org/?mlat=31.2&mlon=121.5#map=17/31.2/121.5');
});

test('without a position the address is searched, and without both there is no way', () => {
  const place = { ...mall, latitude: null, longitude: null };
  expect(wayTo(place, false)).toBe('https://www.openstreetmap.org/search?query=Nanjing%20Road%201');
  expect(wayTo({ ...place, address: '' }, false)).toBeUndefined();
});
