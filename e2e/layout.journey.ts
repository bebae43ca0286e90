import { authCalls, pages } from '@sweepline/contract';
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { HttpCalls } from './http-calls.ts';
import { everyRoute, linksOf, requestMonitor, type Routes } from './walk/page-routes.ts';

const widths = [390, 900];
/** The limit of Core Web Vitals is 0.1; lists and reports are read while they load. */
const maxShift = 0.05;
/** Their cards and blocks depend on the records, and so does the form of a profile. */
const unmeasured: readonly string[] = [
  pages.welcome.path,
  pages.board.path,
  pages.boardDevice.path,
  pages.runs.path,
  pages.settingsProfile.path,
];

/** Parts that scroll sideways on purpose, each in a box of its own. */
const sideways = [
  // Strips of one row.
  '.sl-tabs',
  '.sl-filters',
  '.sl-needs-chips',
  // A week has seven columns.
  '.plan-grid',
];

/** The other boxes that are wider inside than outside, with their widths. */
const overflowing = (page: Page) =>
  page.evaluate((selectors) => {
    const scrolls = (box: Element) => ['auto', 'scroll'].includes(getComputedStyle(box).overflowX);
    const boxes = [...document.querySelectorAll('main, main *')].filter(
      (box) =>
        scrolls(box) && box.scrollWidth > box.clientWidth + 1 && !selectors.some((it) => box.matches(it)),
    );
    const root = document.documentElement;
    const whole = root.scrollWidth > window.innerWidth ? [root] : [];
    return [...whole, ...boxes].map(
      (box) => `${box.tagName}.${box.className} ${box.scrollWidth} > ${box.clientWidth} px`,
    );
  }, sideways);

interface Shift {
  value: number;
  /** The parts that moved. */
  parts: string[];
}
type WindowWithShifts = typeof window & { layoutShifts: Shift[] };

/** Records each layout shift that no input caused, from the first paint. */
const recordShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    const shifts: Shift[] = [];
    (window as WindowWithShifts).layoutShifts = shifts;
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `.${node.className}` : (node?.nodeName ?? '');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.hadRecentInput)
          shifts.push({ value: entry.value, parts: entry.sources.map(({ node }) => nameOf(node)) });
    }).observe({ type: 'layout-shift', buffered: true });
  });

class LayoutWalk {
  readonly faults: string[] = [];
  private readonly page: Page;
  private readonly requests: ReturnType<typeof requestMonitor>;
  constructor(page: Page) {
    this.page = page;
    this.requests = requestMonitor(page);
  }

  /** Loads each menu page and the first record of each linked page, as if its address was opened. */
  async all({ menu, beside }: Routes) {
    const pending = [...menu];
    const linked = new Set<string>();
    for (let address = pending.shift(); address; address = pending.shift()) {
      await this.load(address);
      for (const [path, link] of await linksOf(this.page)) {
        if (!beside.includes(path) || linked.has(path)) continue;
        linked.add(path);
        pending.push(link);
      }
      if (address.includes('?')) await this.tabs(address);
    }
    for (const address of beside.filter((path) => !linked.has(path))) await this.load(address);
  }

  private async load(address: string) {
    this.requests.begin();
    await this.page.goto(address);
    await expect(this.page.locator('main h1, main h2, main .sl-empty').first(), address).toBeVisible();
    await this.requests.settled(300);
    await this.checkWidth(address);
    if (!unmeasured.includes(address.split('?')[0]!)) await this.checkShift(address);
  }

  private async tabs(address: string) {
    const tabs = this.page.locator('main [role=tab]');
    const names = await tabs.allInnerTexts();
    for (const [n, name] of names.entries()) {
      this.requests.begin();
      await tabs.nth(n).click();
      await this.requests.settled();
      await this.checkWidth(`${address} · ${name}`);
    }
  }

  private async checkWidth(where: string) {
    for (const box of await overflowing(this.page)) this.faults.push(`${where}: ${box}`);
  }

  private async checkShift(where: string) {
    const shifts = await this.page.evaluate(() => (window as WindowWithShifts).layoutShifts);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    const parts = shifts.filter(({ value }) => value > maxShift / 5).flatMap((shift) => shift.parts);
    if (total > maxShift) this.faults.push(`${where} shifts by ${total.toFixed(3)}: ${parts.join(', ')}`);
  }
}

async function contextFor(browser: Browser, baseURL: string, width: number): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 844 },
    reducedMotion: 'reduce',
  });
  const user = await new HttpCalls(context.request, process.env['E2E_OPERATOR']).send(authCalls.check, {});
  const stored = JSON.stringify(user);
  await context.addInitScript((session) => {
    localStorage.setItem('session', session);
    localStorage.setItem('lang', 'en');
  }, stored);
  await recordShifts(context);
  return context;
}

for (const width of widths)
  test(`no page scrolls sideways, and no list or report moves while it loads, at ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(600_000);
    const context = await contextFor(browser, baseURL!, width);
    const walk = new LayoutWalk(await context.newPage());
    await walk.all(await everyRoute());
    expect(walk.faults).toEqual([]);
    await context.close();
  });
