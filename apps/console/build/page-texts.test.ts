import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { startTexts, withTexts } from '../src/kit/format/texts.ts';
import { startEnglish } from '../src/test-kit/texts.ts';
import { pageTexts } from './page-texts.ts';

const source = join(import.meta.dirname, '../src');
const plugin = pageTexts();
const module = (id: string): string => String((plugin.load as (id: string) => unknown)(id));
const built = (file: string): string => {
  const transform = plugin.transform as (code: string, id: string) => string | undefined;
  return transform(readFileSync(join(source, file), 'utf8'), join(source, file)) ?? '';
};

test('a page waits for the texts of everything it shows, and for no others', () => {
  expect(built('app/task-routes.ts')).toContain(
    `withTexts(import('../features/tasks/task-detail-page.tsx'), ["map-view","tasks"])`,
  );
  expect(built('app/people-routes.ts')).toContain(
    `withTexts(import('../features/chat-users/chat-user-list-page.tsx'), ["chat-users"])`,
  );
});

test('every namespace travels once: with the start, with the shell, or by itself', () => {
  const places = [module('/@texts/ja'), module('/@texts/ja/shell')].join('\n');
  const files = globSync('**/texts/ja.json', { cwd: source });
  for (const file of files) expect(places.split(join(source, file)).length - 1, file).toBe(1);
});

test('whatever is said behind an import is said when it is there', async () => {
  let arrive: (phrases: { hello: string }) => void = () => {};
  const late = new Promise<{ hello: string }>((resolve) => (arrive = resolve));
  await startTexts({ kit: {} }, { late: () => late });
  let shown = false;
  const page = withTexts(Promise.resolve('the page'), ['late']).finally(() => (shown = true));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(shown).toBe(false);
  arrive({ hello: 'Good morning' });
  expect(await page).toBe('the page');
  expect(i18next.getResource(i18next.language, 'late', 'hello')).toBe('Good morning');
  await startEnglish();
});

test('texts that cannot be fetched are a missing piece', async () => {
  await startTexts({ kit: {} }, { gone: () => Promise.reject(new Error('offline')) });
  await expect(withTexts(Promise.resolve('the page'), ['gone'])).rejects.toThrow('offline');
  await startEnglish();
});
