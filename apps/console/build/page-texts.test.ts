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
/** The rewritten form of an `import()` of a page. */
const withWait = (path: string, ...names: string[]) =>
  `withTexts(import('${path}'), ${JSON.stringify(names)})`;

test('an import() of a page waits for the namespaces the page uses, and for no others', () => {
  expect(built('app/routes/task-routes.ts')).toContain(
    withWait('../../features/work/tasks/task-list/task-detail-page.tsx', 'map-view', 'run', 'work/tasks'),
  );
  expect(built('app/routes/people-routes.ts')).toContain(
    withWait('../../features/people/chat-users/chat-user-list-page.tsx', 'people/chat-users'),
  );
});

test('every namespace is in exactly one of the start chunk, the shell chunk and its own chunk', () => {
  const chunks = [module('/@texts/ja'), module('/@texts/ja/shell')].join('\n');
  const files = globSync('**/texts/ja.json', { cwd: source });
  for (const file of files) expect(chunks.split(join(source, file)).length - 1, file).toBe(1);
});

test('withTexts resolves only after the texts of the namespace are loaded', async () => {
  let arrive: (phrases: { hello: string }) => void = () => {};
  const late = new Promise<{ hello: string }>((resolve) => (arrive = resolve));
  await startTexts({ kit: {} }, { late: () => late });
  let settled = false;
  const page = withTexts(Promise.resolve('the page'), ['late']).finally(() => (settled = true));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(settled).toBe(false);
  arrive({ hello: 'Good morning' });
  expect(await page).toBe('the page');
  expect(i18next.getResource(i18next.language, 'late', 'hello')).toBe('Good morning');
  await startEnglish();
});

test('withTexts rejects when the texts cannot be fetched', async () => {
  await startTexts({ kit: {} }, { gone: () => Promise.reject(new Error('offline')) });
  await expect(withTexts(Promise.resolve('the page'), ['gone'])).rejects.toThrow('offline');
  await startEnglish();
});
