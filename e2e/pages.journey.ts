import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Lang } from '@sweepline/contract';
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { runnerImport } from 'vite';
import type { routes as consoleRoutes } from '../apps/console/src/app/routes/routes.tsx';
import { signIn } from './session.ts';

/** Read from the console itself: a page that is added is walked without anybody's doing. */
async function everyRoute(): Promise<Routes> {
  const file = join(import.meta.dirname, '../apps/console/src/app/routes/routes.tsx');
  const { module } = await runnerImport<{ routes: typeof consoleRoutes }>(file);
  const paths = (menu: boolean) =>
    module.routes.filter(({ icon }) => (icon !== undefined) === menu).map(({ path }) => path);
  return { menu: paths(true), beside: paths(false) };
}
interface Routes {
  menu: string[];
  /** Reached from a page. */
  beside: string[];
}

interface Look {
  lang: Lang;
  theme: 'light' | 'dark';
  width: number;
  /** What axe reads: everything once, and again what a theme or a width can spoil. */
  axe?: 'everything' | string[];
}

/**
 * Between them the six languages show every page in both themes and both widths, two at a time: while one waits for the server the
 * other is painted.
 */
const pairs: [Look, Look][] = [
  [
    { lang: 'en', theme: 'light', width: 1440, axe: 'everything' },
    { lang: 'zh-cw', theme: 'light', width: 390 },
  ],
  [
    { lang: 'zh-cn', theme: 'dark', width: 1440, axe: ['color-contrast'] },
    { lang: 'ja', theme: 'dark', width: 390 },
  ],
  [
    { lang: 'ge', theme: 'light', width: 390, axe: ['scrollable-region-focusable', 'target-size', 'label'] },
    { lang: 'ko', theme: 'light', width: 1440 },
  ],
];

/** A key instead of its text, or a placeholder that nobody filled. */
const unfilled = /\{\{\w+\}\}|\b(?:undefined|NaN|\[object Object\])\b/;

/** Says when a page has nothing more to fetch, without waiting half a second for nothing. */
function quietness(page: Page) {
  const open = new Set<unknown>();
  let changedAt = Date.now();
  const changed = () => (changedAt = Date.now());
  page.on('request', (request) => void (open.add(request), changed()));
  const ended = (request: unknown) => void (open.delete(request), changed());
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    /** What the page before still waited for is nobody's business any more; of some of it the end is never told. */
    begin: () => open.clear(),
    settled: async (quietMs = 120) => {
      // A page that follows something live never falls quite silent.
      const until = Date.now() + 5_000;
      while (Date.now() < until && (open.size > 0 || Date.now() - changedAt < quietMs))
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

/** Goes on inside the program, as a link does: loading it anew for every page is what took most of the time. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

class Walk {
  readonly faults: string[] = [];
  readonly shown = new Set<string>();
  private readonly page: Page;
  private readonly look: Look;
  private readonly quiet: ReturnType<typeof quietness>;
  constructor(page: Page, look: Look) {
    this.page = page;
    this.look = look;
    this.quiet = quietness(page);
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  /** The menu, what its pages lead to with the first record there is, and what nothing led to; of a record every tab. */
  async all({ menu, beside }: Routes) {
    await this.page.goto('/welcome/index');
    const waiting = [...menu];
    const led = new Set<string>();
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      await this.visit(address);
      if (address.includes('?')) await this.tabs(address);
      for (const [path, link] of await this.links()) {
        if (!beside.includes(path) || led.has(path)) continue;
        led.add(path);
        waiting.push(link);
      }
    }
    for (const address of [...beside.filter((path) => !led.has(path)), '/401', '/403', '/404'])
      await this.visit(address);
  }

  private async visit(address: string) {
    this.quiet.begin();
    await follow(this.page, address);
    await this.read(address);
  }

  /** Where the page leads, by route: the first address with a record in it. */
  private async links(): Promise<[string, string][]> {
    const hrefs = await this.page
      .locator('main a[href*="?"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    return hrefs.map((href) => [href.split('?')[0]!, href]);
  }

  private async tabs(address: string) {
    const tabs = this.page.locator('main [role=tab]');
    const names = await tabs.allInnerTexts();
    for (const [n, name] of names.entries()) {
      if (n === 0) continue;
      this.quiet.begin();
      await tabs.nth(n).click();
      await this.read(`${address} · ${name}`);
    }
  }

  private async read(where: string) {
    await expect(this.page.locator('main, form').first(), where).toBeVisible();
    await this.quiet.settled();
    const text = await this.page.locator('body').innerText();
    if (unfilled.test(text)) this.faults.push(`${where} says ${unfilled.exec(text)?.[0]}`);
    this.shown.add(text);
    const over = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) this.faults.push(`${where} is ${over} px too wide`);
    const { axe } = this.look;
    if (axe) this.faults.push(...(await serious(this.page, where, axe)));
  }
}

async function contextFor(browser: Browser, { lang, theme, width }: Look, inside?: State) {
  const context = await browser.newContext({
    ...(inside && { storageState: inside }),
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  });
  await context.addInitScript((code) => localStorage.setItem('lang', code), lang);
  return context;
}
type State = Awaited<ReturnType<BrowserContext['storageState']>>;

let inside: State;
let routes: Routes;
test.beforeAll(async ({ browser }) => {
  routes = await everyRoute();
  const page = await browser.newPage();
  await signIn(page, 'admin');
  inside = await page.context().storageState();
  await page.context().close();
});

/** The login page as a stranger reads it. */
async function readLogin(browser: Browser, look: Look): Promise<string[]> {
  const context = await contextFor(browser, look);
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.locator('form')).toBeVisible();
  const faults = look.axe ? await serious(page, '/login', look.axe) : [];
  await context.close();
  return faults;
}

for (const pair of pairs) {
  const names = pair.map(({ lang, theme, width }) => `${lang} (${theme}, ${width} px)`).join(' and ');
  test(`every page and every tab speaks ${names}`, async ({ browser }) => {
    test.setTimeout(600_000);
    await Promise.all(
      pair.map(async (look) => {
        const faults = await readLogin(browser, look);
        const context = await contextFor(browser, look, inside);
        const walk = new Walk(await context.newPage(), look);
        await walk.all(routes);
        expect(walk.shown.size, 'pages that differ').toBeGreaterThan(routes.menu.length);
        expect([...faults, ...walk.faults], look.lang).toEqual([]);
        await context.close();
      }),
    );
  });
}

async function serious(page: Page, where: string, axe: 'everything' | string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (axe === 'everything' ? builder : builder.withRules(axe)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${where}: ${id} at ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
    );
}
