import { pages } from '@sweepline/contract';
import type { BrowserContext, Page } from '@playwright/test';

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
  '.dl-chart-row',
  // Five logos, each where it stands.
  '.logos-in-force ul',
  // A week has seven columns.
  '.plan-grid',
];

interface Shift {
  value: number;
  /** The parts that moved. */
  parts: string[];
}
type WindowWithShifts = typeof window & { layoutShifts: Shift[] };

/** Records each layout shift that no input caused, from the first paint. */
export const recordShifts = (context: BrowserContext) =>
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

/** The boxes that are wider inside than outside though they should not scroll, with their widths. */
export async function overflowing(page: Page, where: string): Promise<string[]> {
  const boxes = await page.evaluate((selectors) => {
    const scrolls = (box: Element) => ['auto', 'scroll'].includes(getComputedStyle(box).overflowX);
    const wide = [...document.querySelectorAll('main, main *')].filter(
      (box) =>
        box.scrollWidth > box.clientWidth + 1 && scrolls(box) && !selectors.some((it) => box.matches(it)),
    );
    const root = document.documentElement;
    const whole = root.scrollWidth > window.innerWidth ? [root] : [];
    return [...whole, ...wide].map(
      (box) => `${box.tagName}.${box.className} ${box.scrollWidth} > ${box.clientWidth} px`,
    );
  }, sideways);
  return boxes.map((box) => `${where}: ${box}`);
}

/** A fault if the page moved too much since it was loaded. */
export async function shifted(page: Page, address: string): Promise<string[]> {
  if (unmeasured.includes(address.split('?')[0]!)) return [];
  const shifts = await page.evaluate(() => (window as WindowWithShifts).layoutShifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  const parts = shifts.filter(({ value }) => value > maxShift / 5).flatMap((shift) => shift.parts);
  return total > maxShift ? [`${address} shifts by ${total.toFixed(3)}: ${parts.join(', ')}`] : [];
}
