import { errors, pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import app from '../apps/console/src/app/texts/en.json' with { type: 'json' };
import auth from '../apps/console/src/features/people/auth/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { signIn, typeIn } from './session.ts';

test('a confirmed second sign-in ends all tabs of the first browser without a reconnect loop', async ({
  page,
  browser,
  own,
}) => {
  const person = await own.addPerson();
  await signIn(page, person);
  await page.goto(pages.devices());
  const tab = await page.context().newPage();
  await tab.goto(pages.welcome());
  await expect(tab.locator('.sl-shell')).toBeVisible();

  const second = await (await browser.newContext()).newPage();
  await second.addInitScript(() => localStorage.setItem('lang', 'en'));
  await second.goto('/login');
  await typeIn(second, person.username, person.password);
  await expect(second.getByRole('heading', { name: auth.confirm.title })).toBeVisible();
  await expect(second.locator('.sl-login-elsewhere')).toContainText('Chrome');
  // The question alone does not end the first session.
  await expect(page.locator('.sl-shell')).toBeVisible();
  await second.getByRole('button', { name: auth.confirm.act }).click();
  await expect(second.locator('.sl-shell')).toBeVisible();

  for (const kicked of [page, tab]) {
    await expect(kicked.getByRole('alert').filter({ hasText: errors.kicked.texts.en })).toBeVisible();
    await expect(kicked).toHaveURL(/login/);
  }
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.waitForTimeout(9_000);
  expect(requests).toEqual([]);
  await expect(second.locator('.sl-shell')).toBeVisible();

  // The first browser signs in again and returns to its page.
  await typeIn(page, person.username, person.password);
  await page.getByRole('button', { name: auth.confirm.act }).click();
  await expect(page).toHaveURL(/deviceManage\/list/);
  await expect(tab.locator('.sl-shell')).toBeVisible();
  await expect(second.getByRole('alert').filter({ hasText: errors.kicked.texts.en })).toBeVisible();
  await second.context().close();
});

test('signing out in one tab signs out the other tabs', async ({ page, own }) => {
  await signIn(page, await own.addPerson());
  const tab = await page.context().newPage();
  await tab.goto(pages.welcome());
  await expect(tab.locator('.sl-shell')).toBeVisible();
  await page.locator('.sl-user').click();
  await page.getByRole('menuitem', { name: app.signOut }).click();
  for (const signedOut of [page, tab]) await expect(signedOut.locator('input[name=password]')).toBeVisible();
});

test('signing in works where the browser denies storage, until the page is left', async ({ page, own }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  const { username, password } = await own.addPerson();
  await page.goto('/login');
  await typeIn(page, username, password);
  await expect(page.locator('.sl-shell')).toBeVisible();
  await page.goto(pages.devices());
  await expect(page.locator('input[name=password]')).toBeVisible();
});
