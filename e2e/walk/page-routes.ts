import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runnerImport } from 'vite';
import type { routes as consoleRoutes } from '../../apps/console/src/app/routes/routes.tsx';

export interface Routes {
  menu: string[];
  /** Pages without a menu entry, reached by links. */
  beside: string[];
}

/** The routes of the console; a new page is tested automatically. */
export async function everyRoute(): Promise<Routes> {
  const file = join(import.meta.dirname, '../../apps/console/src/app/routes/routes.tsx');
  const { module } = await runnerImport<{ routes: typeof consoleRoutes }>(file);
  const paths = (menu: boolean) =>
    module.routes.filter(({ icon }) => (icon !== undefined) === menu).map(({ path }) => path);
  return { menu: paths(true), beside: paths(false) };
}

/** Waits until a page has no open requests; faster than the fixed delay of `networkidle`. */
export function requestMonitor(page: Page) {
  const open = new Set<unknown>();
  let changedAt = Date.now();
  const changed = () => (changedAt = Date.now());
  page.on('request', (request) => void (open.add(request), changed()));
  const ended = (request: unknown) => void (open.delete(request), changed());
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    /** Drops the requests of the previous page; some of them never report their end. */
    begin: () => open.clear(),
    settled: async (quietMs = 120) => {
      // A page with live data always has requests.
      const until = Date.now() + 5_000;
      while (Date.now() < until && (open.size > 0 || Date.now() - changedAt < quietMs))
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

/** Links of the page to records: route and address. */
export async function linksOf(page: Page): Promise<[path: string, address: string][]> {
  const hrefs = await page
    .locator('main a[href*="?"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return hrefs.map((href) => [href.split('?')[0]!, href]);
}
