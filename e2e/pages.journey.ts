import { authCalls, pages, type Lang } from '@sweepline/contract';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { HttpCalls } from './http-calls.ts';
import { everyRoute, linksOf, requestMonitor, type Routes } from './walk/page-routes.ts';

interface Variant {
  lang: Lang;
  theme: 'light' | 'dark';
  width: number;
  /** The axe rules: all once, and again those that depend on theme or width. */
  axe?: 'everything' | string[];
}

/**
 * The six languages cover every page in both themes and both widths. Two run at a time: one renders while the other waits
 * for the server.
 */
const pairs: [Variant, Variant][] = [
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

/** An unfilled placeholder or a printed non-value. */
const unfilled = /\{\{\w+\}\}|\b(?:undefined|NaN|\[object Object\])\b/;

/** Navigates inside the console like a link; a full load per page takes most of the time. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

class Walk {
  readonly faults: string[] = [];
  readonly pageTexts = new Set<string>();
  private readonly page: Page;
  private readonly variant: Variant;
  private readonly quiet: ReturnType<typeof requestMonitor>;
  constructor(page: Page, variant: Variant) {
    this.page = page;
    this.variant = variant;
    this.quiet = requestMonitor(page);
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  /** Visits the menu pages, the first record of each linked page with all tabs, and the remaining pages. */
  async all({ menu, beside }: Routes) {
    await this.page.goto(pages.welcome());
    await this.search();
    const pending = [...menu];
    const linked = new Set<string>();
    for (let address = pending.shift(); address; address = pending.shift()) {
      await this.visit(address);
      if (address.includes('?')) await this.tabs(address);
      for (const [path, link] of await linksOf(this.page)) {
        if (!beside.includes(path) || linked.has(path)) continue;
        linked.add(path);
        pending.push(link);
      }
    }
    for (const address of [...beside.filter((path) => !linked.has(path)), '/401', '/403', '/404'])
      await this.visit(address);
  }

  /** Finds the own account with swapped letters, opens it, and reads the list of keys: all with the keyboard. */
  private async search() {
    const { page } = this;
    await expect(page.locator('.sl-search-button')).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = page.locator('.palette input');
    await expect(field).toBeFocused();
    await this.read('search without a text');
    await field.pressSequentially('admni');
    await expect(page.locator('.palette [role=option]').first()).toContainText('admin');
    await this.read('search');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${pages.accounts.path}?id=*`);
    await expect(page.locator('.palette')).toHaveCount(0);
    // Escape closes what opened last: the drawer of the account must not open above the list of keys.
    await expect(page.locator('.ant-drawer-open')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.locator('.palette [role=option]').first()).toContainText('admin');
    await page.keyboard.press('Escape');
    await expect(page.locator('.palette')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.locator('.key-list')).toBeVisible();
    await this.read('list of keys');
    await page.keyboard.press('Escape');
    await expect(page.locator('.key-list')).toHaveCount(0);
  }

  private async visit(address: string) {
    this.quiet.begin();
    await follow(this.page, address);
    await this.read(address);
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
    this.pageTexts.add(text);
    const over = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) this.faults.push(`${where} is ${over} px too wide`);
    const { axe } = this.variant;
    if (axe) this.faults.push(...(await serious(this.page, where, axe)));
  }
}

async function contextFor(browser: Browser, { lang, theme, width }: Variant, inside?: State) {
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
test.beforeAll(async ({ playwright, baseURL }) => {
  routes = await everyRoute();
  const request = await playwright.request.newContext({ baseURL: baseURL! });
  const user = await new HttpCalls(request, process.env['E2E_OPERATOR']).send(authCalls.check, {});
  await request.dispose();
  // The session of the whole run; a sign-in would end it.
  const localStorage = [{ name: 'session', value: JSON.stringify(user) }];
  inside = { cookies: [], origins: [{ origin: baseURL!, localStorage }] };
});

/** Checks the login page without a session. */
async function readLogin(browser: Browser, variant: Variant): Promise<string[]> {
  const context = await contextFor(browser, variant);
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.locator('form')).toBeVisible();
  const faults = variant.axe ? await serious(page, '/login', variant.axe) : [];
  await context.close();
  return faults;
}

for (const pair of pairs) {
  const names = pair.map(({ lang, theme, width }) => `${lang} (${theme}, ${width} px)`).join(' and ');
  test(`every page and every tab has no fault in ${names}`, async ({ browser }) => {
    test.setTimeout(900_000);
    await Promise.all(
      pair.map(async (variant) => {
        const faults = await readLogin(browser, variant);
        const context = await contextFor(browser, variant, inside);
        const walk = new Walk(await context.newPage(), variant);
        await walk.all(routes);
        expect(walk.pageTexts.size, 'pages that differ').toBeGreaterThan(routes.menu.length);
        expect([...faults, ...walk.faults], variant.lang).toEqual([]);
        await context.close();
      }),
    );
  });
}

async function serious(page: Page, where: string, axe: 'everything' | string[]): Promise<string[]> {
  // One run in the page: the default opens a blank page for each check, and pages of the console have no frames.
  const builder = new AxeBuilder({ page }).setLegacyMode();
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
