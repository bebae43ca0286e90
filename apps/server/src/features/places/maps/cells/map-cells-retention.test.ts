import { expect, test } from 'vitest';
import { createCellCache } from './map-cells-retention.ts';

const cells = () => new Uint8Array(new SharedArrayBuffer(1));

function aCache(maxCells: number) {
  const cache = createCellCache(maxCells);
  const read: string[] = [];
  const get = (key: string, size = 10) =>
    cache.get(key, size, () => {
      read.push(key);
      return Promise.resolve(cells());
    });
  return { cache, read, get };
}

test('a grid is read once when it is requested several times or concurrently', async () => {
  const { read, get } = aCache(30);
  const [first, second] = await Promise.all([get('a'), get('a')]);
  expect(await get('a')).toBe(first);
  expect(second).toBe(first);
  expect(read).toEqual(['a']);
});

test('the least recently used grid is removed when the cache is full', async () => {
  const { read, get } = aCache(30);
  for (const key of ['a', 'b', 'c', 'a', 'd']) await get(key);
  for (const key of ['a', 'c', 'd']) await get(key);
  expect(read).toEqual(['a', 'b', 'c', 'd']);
  await get('b');
  expect(read).toEqual(['a', 'b', 'c', 'd', 'b']);
});

test('a grid larger than the cache is returned and not cached', async () => {
  const { read, get } = aCache(30);
  await get('huge', 31);
  await get('a');
  await get('huge', 31);
  expect(read).toEqual(['huge', 'a', 'huge']);
});

test('a failed read is not cached', async () => {
  const { cache, get, read } = aCache(30);
  await expect(cache.get('a', 10, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  await get('a');
  expect(read).toEqual(['a']);
});
