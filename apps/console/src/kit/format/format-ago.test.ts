import { afterEach, expect, test } from 'vitest';
import { formatAgo } from './format-ago.ts';
import { formatMetres } from './format.ts';
import { formatUnit, formatWay } from './format-unit.ts';

const now = Date.parse('2030-03-15T12:00:00Z');
const inLang = (lang: string, at: string) => {
  localStorage.setItem('lang', lang);
  return formatAgo(at, now);
};
afterEach(() => localStorage.removeItem('lang'));

test('a relative time is in whole words', () => {
  expect(inLang('en', '2030-03-14T21:00:00Z')).toBe('15 hours ago');
  expect(inLang('en', '2030-02-10T00:00:00Z')).toBe('last month');
  expect(inLang('en', '2030-03-15T11:59:30Z')).toBe('now');
  expect(inLang('ge', '2030-03-15T11:55:00Z')).toBe('vor 5 Minuten');
});

test('Chinese has a space between a number and its unit', () => {
  expect(inLang('zh-cn', '2030-03-14T21:00:00Z')).toBe('15 小时前');
  expect([formatMetres(10), formatUnit(5, 'second')]).toEqual(['10 米', '5 秒']);
});

test('a way is in metres below a kilometre', () => {
  localStorage.setItem('lang', 'en');
  expect([formatWay(850.4), formatWay(12_340)]).toEqual(['850 m', '12.3 km']);
});
