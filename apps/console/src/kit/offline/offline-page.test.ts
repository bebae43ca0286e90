import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storePage } from './offline-page.ts';

/** The cache of the browser, which jsdom does not implement. */
function fakeCache() {
  const stored = new Map<string, unknown>();
  const urlOf = (path: string) => new URL(path, location.href).href;
  return {
    paths: () => [...stored.keys()].map((url) => new URL(url).pathname).sort(),
    keys: async () => [...stored.keys()].map((url) => ({ url })),
    addAll: async (files: string[]) => files.forEach((file) => stored.set(urlOf(file), file)),
    put: async (path: string, answer: unknown) => void stored.set(urlOf(path), answer),
    delete: async (path: string) => stored.delete(urlOf(path)),
  };
}
let cache = fakeCache();
let program = '/assets/start-1.js';
beforeEach(() => {
  cache = fakeCache();
  program = '/assets/start-1.js';
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', async () => new Response(`<script data-program="${program}"></script>`));
});
afterEach(() => vi.unstubAllGlobals());

const page = '/workOrder/mine';

test('a page is stored with its files, and files of the release before are removed', async () => {
  expect(await storePage(page, [program, '/assets/a-1.js'])).toBe(true);
  expect(cache.paths()).toEqual(['/assets/a-1.js', program, page]);
  program = '/assets/start-2.js';
  expect(await storePage(page, [program])).toBe(true);
  expect(cache.paths()).toEqual([program, page]);
});

test('a page of a newer release than its files does not replace the stored one', async () => {
  await storePage(page, [program]);
  const files = [program];
  program = '/assets/start-2.js';
  expect(await storePage(page, files)).toBe(false);
  expect(cache.paths()).toEqual(['/assets/start-1.js', page]);
});
