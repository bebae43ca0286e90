import { pages } from '@sweepline/contract';
import {
  expect,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type Locator,
  type Page,
} from '@playwright/test';
import { addAxe, violations } from './axe.ts';
import { overflowing, recordShifts, shifted } from './layout.ts';
import { linksOf, requestMonitor, type Routes } from './page-routes.ts';
import type { Variant } from './variants.ts';

/** An unfilled placeholder or a printed non-value. */
const unfilled = /\{\{\w+\}\}|\b(?:undefined|NaN|\[object Object\])\b/;
/** Later shifts of a loaded page follow its last answer within this time. */
const settleMs = 300;

/** Refused calls are answers, which the page shows itself; sockets are closed when the walk leaves a page. */
const ofNetwork = /^(?:Failed to load resource|WebSocket connection to)/;
/** A warning or an error of the program itself. */
const isFault = (message: ConsoleMessage) =>
  ['warning', 'error'].includes(message.type()) && !ofNetwork.test(message.text());

export type State = Awaited<ReturnType<BrowserContext['storageState']>>;

export async function contextFor(browser: Browser, variant: Variant, inside?: State) {
  const { lang, theme, width, axe, loadsAt } = variant;
  const context = await browser.newContext({
    ...(inside && { storageState: inside }),
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width: loadsAt ?? width, height: 900 },
  });
  await context.addInitScript((code) => localStorage.setItem('lang', code), lang);
  if (axe) await addAxe(context);
  if (loadsAt) await recordShifts(context);
  return context;
}

/** Navigates inside the console like a link, with the index that the router gives its own entries. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    history.pushState({ idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** One walk over all pages in one variant. */
export class Walk {
  readonly faults: string[] = [];
  readonly pageTexts = new Set<string>();
  /** Pages and tabs that were read. */
  views = 0;
  private readonly page: Page;
  private readonly variant: Variant;
  private readonly requests: ReturnType<typeof requestMonitor>;
  constructor(page: Page, variant: Variant) {
    this.page = page;
    this.variant = variant;
    this.requests = requestMonitor(page);
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (isFault(message)) this.faults.push(`the browser's console: ${message.text()}`);
    });
  }

  /** Visits the menu pages, the first record of each linked page with all tabs, and the remaining pages. */
  async all({ menu, beside }: Routes) {
    await this.page.goto(pages.welcome());
    await this.search();
    const pending = [...menu];
    const linked = new Set<string>();
    for (let address = pending.shift(); address; address = pending.shift()) {
      await this.visit(address);
      for (const [path, link] of await linksOf(this.page)) {
        if (!beside.includes(path) || linked.has(path)) continue;
        linked.add(path);
        pending.push(link);
      }
      if (address.includes('?')) await this.tabs(address);
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
    const { page, variant } = this;
    const { loadsAt, width } = variant;
    this.requests.begin();
    if (!loadsAt) {
      await follow(page, address);
      return await this.read(address);
    }
    await page.setViewportSize({ width: loadsAt, height: 900 });
    await page.goto(address);
    await expect(page.locator('main h1, main h2, main .sl-empty, form').first(), address).toBeVisible();
    await this.requests.settled(settleMs);
    this.faults.push(...(await overflowing(page, address)), ...(await shifted(page, address)));
    await page.setViewportSize({ width, height: 900 });
    await this.read(address);
  }

  private async tabs(address: string) {
    const lists = this.page.locator('main [role=tablist]');
    await this.tabsOf(lists.first(), address, async (where) => {
      if ((await lists.count()) > 1) await this.tabsOf(lists.nth(1), where);
    });
  }

  /** Its first tab is open already. */
  private async tabsOf(list: Locator, address: string, inside?: (where: string) => Promise<void>) {
    const names = await list.getByRole('tab').allInnerTexts();
    for (const [n, name] of names.entries()) {
      const where = `${address} · ${name}`;
      if (n > 0) {
        await this.openTab(list.getByRole('tab').nth(n), where);
        await this.read(where);
      }
      await inside?.(where);
    }
  }

  /** A tab is opened at the width at which pages are loaded. */
  private async openTab(tab: Locator, where: string) {
    const { loadsAt, width } = this.variant;
    if (loadsAt) await this.page.setViewportSize({ width: loadsAt, height: 900 });
    this.requests.begin();
    await tab.click();
    // Until its part is loaded the page keeps the tabs of the one before.
    await expect(tab, where).toHaveAttribute('aria-selected', 'true');
    if (!loadsAt) return;
    await this.requests.settled();
    this.faults.push(...(await overflowing(this.page, where)));
    await this.page.setViewportSize({ width, height: 900 });
  }

  private async read(where: string) {
    await expect(this.page.locator('main, form').first(), where).toBeVisible();
    await this.requests.settled();
    this.views += 1;
    const text = await this.page.locator('body').innerText();
    if (unfilled.test(text)) this.faults.push(`${where} says ${unfilled.exec(text)?.[0]}`);
    this.pageTexts.add(text);
    const over = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) this.faults.push(`${where} is ${over} px too wide`);
    if (!this.variant.axe) return;
    // The menu is the same on every page, and a quarter of what the rules read.
    const checked = this.views > 1 ? ['.sl-sidebar'] : [];
    this.faults.push(...(await violations(this.page, where, this.variant.axe, checked)));
  }
}
