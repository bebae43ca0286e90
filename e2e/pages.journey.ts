import { authCalls } from '@sweepline/contract';
import { expect, test, type Browser } from '@playwright/test';
import { HttpCalls } from './http-calls.ts';
import { violations } from './walk/axe.ts';
import { everyRoute, type Routes } from './walk/page-routes.ts';
import { variantGroups, type Variant } from './walk/variants.ts';
import { contextFor, Walk, type State } from './walk/walk.ts';

test.describe.configure({ mode: 'parallel' });

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
  const faults = variant.axe ? await violations(page, '/login', variant.axe) : [];
  await context.close();
  return faults;
}

for (const variants of variantGroups) {
  const names = variants.map(({ lang, theme, width }) => `${lang} (${theme}, ${width} px)`).join(', ');
  test(`every page and every tab has no fault in ${names}`, async ({ browser }, { annotations }) => {
    const found = await Promise.all(
      variants.map(async (variant) => {
        const faults = await readLogin(browser, variant);
        const context = await contextFor(browser, variant, inside);
        const walk = new Walk(await context.newPage(), variant);
        await walk.all(routes);
        const promises = { 'views of pages and tabs, each in one language, theme and width': walk.views };
        annotations.push({ type: 'promises', description: JSON.stringify(promises) });
        expect(walk.pageTexts.size, 'pages that differ').toBeGreaterThan(routes.menu.length);
        await context.close();
        return [...faults, ...walk.faults].map((fault) => `${variant.lang}: ${fault}`);
      }),
    );
    expect(found.flat()).toEqual([]);
  });
}
