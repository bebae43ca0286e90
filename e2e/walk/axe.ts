import type { AxeResults, RunOptions } from 'axe-core';
import axe from 'axe-core';
import type { BrowserContext, Page } from '@playwright/test';

type WindowWithAxe = typeof window & {
  axe: { run: (context: { exclude: string[] }, options: RunOptions) => Promise<AxeResults> };
};

/** Gives every page of the context the rules, once per document: the builder of axe for Playwright sends half a megabyte per check. */
export const addAxe = (context: BrowserContext) => context.addInitScript(axe.source);

/** The serious and critical violations of a page that has the rules. `exclude` names parts that were checked on another page. */
export async function violations(
  page: Page,
  where: string,
  rules: 'everything' | readonly string[],
  exclude: string[] = [],
): Promise<string[]> {
  const options: RunOptions = {
    // Pages of the console have no frames, and no rule reads their stylesheets.
    iframes: false,
    resultTypes: ['violations'],
    ...(rules !== 'everything' && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const found = await page.evaluate(
    async ([without, given]) =>
      (await (window as WindowWithAxe).axe.run({ exclude: without }, given)).violations,
    [exclude, options] as const,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const places = nodes.slice(0, 3).map(({ target }) => target.join(' '));
      return `${where}: ${id} at ${places.join(', ')}`;
    });
}
