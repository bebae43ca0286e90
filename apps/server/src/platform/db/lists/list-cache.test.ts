import { expect, test } from 'vitest';
import { createListCache } from './list-cache.ts';

const mall = '0190d000-0000-7000-8000-000000000001';
const other = '0190d000-0000-7000-8000-000000000002';

/** Kept pages with a clock of their own, and a count that counts its calls. */
function pagesOf(size: number) {
  const clock = { ms: 0 };
  let counts = 0;
  const pages = createListCache(() => clock.ms);
  const total = (scope = mall, key = 'devices') => pages.total(scope, key, async () => size + counts++);
  return { clock, pages, total };
}

test('a large total is counted once and again after some seconds', async () => {
  const { clock, total } = pagesOf(1_000);
  expect([await total(), await total()]).toEqual([1_000, 1_000]);
  clock.ms = 3_001;
  expect(await total()).toBe(1_001);
});

test('a small total is counted at every call', async () => {
  const { total } = pagesOf(900);
  expect([await total(), await total()]).toEqual([900, 901]);
});

test('callers at the same time share one count, and a failed one is counted again', async () => {
  const { pages } = pagesOf(0);
  let counts = 0;
  const count = async () => {
    if (counts++ === 0) throw new Error('the transaction of the first caller failed');
    return 5_000;
  };
  const [first, second] = await Promise.allSettled([
    pages.total(mall, 'devices', count),
    pages.total(mall, 'devices', count),
  ]);
  expect(first.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: 5_000 });
});

test('a total is never that of another scope or filter', async () => {
  const { total } = pagesOf(1_000);
  expect(await total(mall)).toBe(1_000);
  expect(await total(other)).toBe(1_001);
  expect(await total(`${mall},${other}`)).toBe(1_002);
  expect(await total('*')).toBe(1_003);
  expect(await total(mall, 'alarms')).toBe(1_004);
});

test('a change by people of a company ends the totals of every scope with it', async () => {
  const { pages, total } = pagesOf(1_000);
  for (const scope of [mall, `${mall},${other}`, '*', other]) await total(scope);
  pages.drop(mall);
  expect(await total(mall)).toBe(1_004);
  expect(await total(`${mall},${other}`)).toBe(1_005);
  expect(await total('*')).toBe(1_006);
  expect(await total(other)).toBe(1_003);
});

test('a count that began before a change is not kept', async () => {
  const { pages, total } = pagesOf(1_000);
  const { promise, resolve } = Promise.withResolvers<number>();
  const before = pages.total(mall, 'devices', () => promise);
  pages.drop(mall);
  resolve(7_000);
  expect(await before).toBe(7_000);
  expect(await total()).toBe(1_000);
});

test('the nearest position before a deep page is found until a minute later', () => {
  const { clock, pages } = pagesOf(0);
  const position = (offset: number) => ({ offset, isRow: true, part: 0, values: [offset] });
  for (const offset of [40, 600, 900, 1_200]) pages.keep(mall, 'devices', position(offset));
  expect(pages.position(mall, 'devices', 1_000)?.values).toEqual([900]);
  expect(pages.position(mall, 'devices', 520)).toBeUndefined();
  expect(pages.position(other, 'devices', 1_000)).toBeUndefined();
  clock.ms = 60_001;
  expect(pages.position(mall, 'devices', 1_000)).toBeUndefined();
});

test('scopes, totals and positions are bounded: those that were used last stay', async () => {
  const { total } = pagesOf(1_000);
  for (let n = 0; n < 70; n++) await total(`scope ${n}`);
  expect(await total('scope 69')).toBe(1_069);
  expect(await total('scope 0')).toBe(1_070);
});
