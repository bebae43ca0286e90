import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { currentLang } from './format/lang.ts';
import { loadChunk } from './api/chunks.ts';
import { deviceSecret } from './api/device-secret.ts';
import { session } from './api/session.ts';
import { browserStorage, tabStorage } from './storage.ts';
import { chooseTheme, themeChoice } from './ui/use-theme.ts';
import { aPerson } from '../test-kit/index.ts';

afterEach(() => {
  for (const key of ['session', 'device', 'theme', 'a', 'reloadedAt'])
    for (const storage of [browserStorage, tabStorage]) storage.removeItem(key);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** As in a browser that blocks site data: reading the property itself throws. */
function denyStorage() {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
}

test('without storage a session, the theme and the id of the browser last until the page is left', () => {
  denyStorage();
  expect(() => localStorage).toThrow('denied');
  expect(session.user()).toBeNull();
  session.open(aPerson());
  expect(session.user()).toEqual(aPerson());
  session.close('SIGNED_OUT');
  expect([session.user(), session.signOutReason()]).toEqual([null, 'SIGNED_OUT']);
  browserStorage.removeItem('farewell');
  expect(deviceSecret()).toBe(deviceSecret());
  chooseTheme('dark');
  expect(themeChoice()).toBe('dark');
  chooseTheme('system');
  expect(themeChoice()).toBe('system');
  expect(currentLang()).toBe('en');
});

test('without storage a chunk that cannot be loaded does not reload the page again and again', async () => {
  denyStorage();
  const missing = () => Promise.reject(new Error('missing'));
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  await expect(loadChunk(missing)).rejects.toThrow('missing');
});

test('a value that exceeds the space of the storage replaces the stored one until it is removed', () => {
  browserStorage.setItem('a', 'small');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(browserStorage.setItem('a', 'large')).toBe(false);
  expect(browserStorage.getItem('a')).toBe('large');
  full.mockRestore();
  expect(browserStorage.setItem('a', 'next')).toBe(true);
  expect([browserStorage.getItem('a'), localStorage.getItem('a')]).toEqual(['next', 'next']);
  browserStorage.removeItem('a');
  expect(browserStorage.getItem('a')).toBeNull();
});

test('no other file of the console uses the storage of the browser directly', async () => {
  const root = join(import.meta.dirname, '..');
  const files: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: root }))
    if (!/\.test\.tsx?$/.test(file) && !/^test-kit\/|^kit\/storage\.ts$/.test(file)) files.push(file);
  expect(files.length).toBeGreaterThan(300);
  const direct = files.filter((file) =>
    /\b(?:localStorage|sessionStorage)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(direct).toEqual([]);
});
