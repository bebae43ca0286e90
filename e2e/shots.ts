import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { langs, type Lang } from '@sweepline/contract';
import { chromium, type Browser, type Page } from '@playwright/test';
import { runnerImport } from 'vite';
import type { routes as consoleRoutes } from '../apps/console/src/app/routes/routes.tsx';
import { say } from '../scripts/start/say.ts';
import { debianChromium } from '../scripts/test/browser.ts';
import { passwordFile } from '../seeds/main.ts';

const root = join(import.meta.dirname, '..');
const schemes = ['light', 'dark'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** Time for maps to render after their tiles are loaded. */
const settleMs = 2_500;

/** Pages of one record are shown with the first record of their list. */
const things: { routes: RegExp; list: string; filter?: object }[] = [
  { routes: /(device\/detail|monitorDetail)/i, list: 'service/device/listWithPage' },
  { routes: /historyDetail/i, list: 'service/task/report/queryWithPage' },
  { routes: /(mapDetail|editMap|j20Map|mapVersions|mapDevices)/i, list: 'service/map/queryWithPage' },
  { routes: /softwareManage\/taskDetail/, list: 'service/ota/task/queryWithPage' },
  { routes: /softwareManage\/otaDetail/, list: 'service/ota/package/queryWithPage' },
  { routes: /(taskDetail|singleTask|j20Task)/i, list: 'service/task/queryWithPage' },
  { routes: /alarmLog\/detail/, list: 'service/device/alarm/queryWithPage2' },
  { routes: /workOrder\/detail/, list: 'service/workOrder/queryWithPage' },
  { routes: /operationLog\/logDetail/, list: 'service/deviceLog/list' },
  { routes: /AImodel\/training\/detail/, list: 'service/aiTraining/queryWithPage' },
  { routes: /AImodel\/models\/detail/, list: 'service/aiModel/queryWithPage' },
  { routes: /site\/detail/, list: 'service/site/queryWithPage' },
  { routes: /apiManage\/detail/, list: 'service/apiUser/queryWithPage' },
  { routes: /group\/detail/, list: 'service/deviceGroup/queryWithPage' },
  { routes: /group\/profile$/, list: 'service/settingsProfile/queryWithPage' },
  { routes: /group\/rollout$/, list: 'service/settingsRollout/queryWithPage' },
  { routes: /outerUserManage\/company$/, list: 'service/company/queryWithPage' },
  { routes: /outerUserManage\/role$/, list: 'service/role/queryWithPage', filter: { side: 'OUTER' } },
  { routes: /userManage\/role$/, list: 'service/role/queryWithPage', filter: { side: 'INTERNAL' } },
];

const { values: options } = parseArgs({
  options: {
    lang: { type: 'string', default: 'en' },
    /** A path; the option may be repeated. */
    only: { type: 'string', multiple: true },
    user: { type: 'string', default: 'admin' },
    url: { type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? 8080}` },
  },
});
const lang = langs.find((code) => code === options.lang);
const password = process.env['DEMO_PASSWORD'] ?? storedPassword();
if (!lang || password === undefined) {
  say(lang ? 'Set DEMO_PASSWORD, or run npm start here first.' : `--lang is one of ${langs.join(', ')}`);
  process.exit(2);
}

const browser = await chromium.launch({
  ...(existsSync(debianChromium) && { executablePath: debianChromium, args: ['--no-sandbox'] }),
});
try {
  await takeAll(browser, lang, password);
} finally {
  await browser.close();
}

async function takeAll(browser: Browser, lang: Lang, password: string) {
  const folder = join(root, 'shots', lang);
  mkdirSync(folder, { recursive: true });
  const { module } = await runnerImport<{ routes: typeof consoleRoutes }>(
    join(root, 'apps/console/src/app/routes/routes.tsx'),
  );
  const state = await signedIn(browser, lang, password);
  const paths = ['/login', ...module.routes.map(({ path }) => path), '/401', '/403', '/404'];
  for (const colorScheme of schemes)
    for (const viewport of sizes) {
      const context = await browser.newContext({
        colorScheme,
        viewport,
        storageState: state.inside,
        baseURL: options.url,
      });
      const outside = await browser.newContext({
        colorScheme,
        viewport,
        storageState: state.outside,
        baseURL: options.url,
      });
      const pages = { inside: await context.newPage(), outside: await outside.newPage() };
      for (const path of paths.filter((path) => options.only?.includes(path) ?? true)) {
        const page = path === '/login' ? pages.outside : pages.inside;
        await page.goto(await addressOf(page, path), { waitUntil: 'load' });
        await page.waitForTimeout(settleMs);
        const name = `${path.slice(1).replaceAll('/', '-')}-${colorScheme}-${viewport.width}.png`;
        await page.screenshot({ path: join(folder, name) });
        say(`shots/${lang}/${name}`);
      }
      await context.close();
      await outside.close();
    }
}

/** Storage states before and after sign-in. */
async function signedIn(browser: Browser, lang: Lang, password: string) {
  const context = await browser.newContext({ baseURL: options.url });
  const page = await context.newPage();
  await page.goto('/login');
  await page.evaluate((code) => localStorage.setItem('lang', code), lang);
  await page.reload();
  const outside = await context.storageState();
  await page.fill('[name=username]', options.user);
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
  await page.waitForSelector('.sl-shell, .sl-login-elsewhere');
  // Ends another session of the account.
  if (await page.isVisible('.sl-login-elsewhere')) await page.click('.sl-login-card .sl-button-main');
  await page.waitForSelector('.sl-shell');
  const inside = await context.storageState();
  await context.close();
  return { inside, outside };
}

async function addressOf(page: Page, path: string): Promise<string> {
  const thing = things.find(({ routes }) => routes.test(path));
  if (!thing) return path;
  const state = await page.context().storageState();
  const session = state.origins
    .flatMap(({ localStorage }) => localStorage)
    .find(({ name }) => name === 'session');
  const { session: token } = JSON.parse(session?.value ?? '{}') as { session?: string };
  const answer = await page.request.post(`/api/${thing.list}`, {
    headers: { authorization: token ?? '' },
    data: { page: 1, pageSize: 1, ...thing.filter },
  });
  const { data } = (await answer.json()) as { data: { list: { id: string }[] } | null };
  const id = data?.list[0]?.id;
  return id ? `${path}?id=${id}` : path;
}

function storedPassword(): string | undefined {
  const file = passwordFile(process.env['DATA_DIR'] ?? join(root, 'data'));
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
