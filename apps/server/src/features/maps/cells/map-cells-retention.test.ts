import { expect, test } from 'vitest';
import { keptCells } from './map-cells-retention.ts';

const cells = () => new Uint8Array(new SharedArrayBuffer(1));

function aShelf(most: number) {
  const shelf = keptCells(most);
  const read: string[] = [];
  const get = (key: string, size = 10) =>
    shelf.get(key, size, () => {
      read.push(key);
      return Promise.resolve(cells());
    });
  return { shelf, read, get };
}

test('a grid is read once however often it is asked for, at the same moment too', async () => {
  const { read, get } = aShelf(30);
  const [first, second] = await Promise.all([get('a'), get('a')]);
  expect(await get('a')).toBe(first);
  expect(second).toBe(first);
  expect(read).toEqual(['a']);
});

test('what was not used for longest goes when there is no room', async () => {
  const { read, get } = aShelf(30);
  for (const key of ['a', 'b', 'c', 'a', 'd']) await get(key);
  for (const key of ['a', 'c', 'd']) await get(key);
  expect(read).toEqual(['a', 'b', 'c', 'd']);
  await get('b');
  expect(read).toEqual(['a', 'b', 'c', 'd', 'b']);
});

test('a grid that fills the room alone is answered, and leaves the room to the next', async () => {
  const { read, get } = aShelf(30);
  await get('huge', 31);
  await get('a');
  await get('huge', 31);
  expect(read).toEqual(['huge', 'a', 'huge']);
});

test('a reading that failed is not kept', async () => {
  const { shelf, get, read } = aShelf(30);
  await expect(shelf.get('a', 10, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  await get('a');
  expect(read).toEqual(['a']);
});
