import type { Call, Envelope, Lang, Output, Sent } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import texts from '../apps/console/src/features/auth/texts/en.json' with { type: 'json' };

const password = () => process.env['DEMO_PASSWORD'] ?? '';

/** Signs in as a person does: types the account and the password, presses the button. */
export async function signIn(page: Page, username: string, lang: Lang = 'en') {
  await page.addInitScript((code) => localStorage.setItem('lang', code), lang);
  await page.goto('/login');
  await typeIn(page, username, password());
  await endElsewhere(page);
  await expect(page).not.toHaveURL(/login/);
  if (lang === 'en') await expect(page.getByText(texts.signIn, { exact: true })).toHaveCount(0);
}

/** Account and password into the login page, and the button. */
export async function typeIn(page: Page, username: string, secret: string) {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(secret);
  await page.locator('button[type=submit]').click();
}

/** Whom an earlier journey left signed in has to leave. */
export async function endElsewhere(page: Page) {
  const elsewhere = page.locator('.sl-login-elsewhere');
  await expect(elsewhere.or(page.locator('.sl-shell'))).toBeVisible();
  if (await elsewhere.isVisible()) await page.locator('.sl-login-card .sl-button-main').click();
}

/** What the server answers the signed-in person; for finding out what is there, never for what a journey proves. */
export async function ask<C extends Call>(page: Page, call: C, input: Sent<C>): Promise<Envelope<Output<C>>> {
  const answer = await page.evaluate(
    async ({ path, body }) => {
      const { session } = JSON.parse(localStorage.getItem('session') ?? '{}') as { session?: string };
      const headers = { 'content-type': 'application/json', authorization: session ?? '', lang: 'en' };
      return (await fetch(`/api/${path}`, { method: 'POST', headers, body })).json() as Promise<unknown>;
    },
    { path: call.path, body: JSON.stringify(input) },
  );
  // The call says what its answer is; the server's own tests hold it to that.
  return answer as Envelope<Output<C>>;
}

/** The data of a call that must succeed. */
export async function told<C extends Call>(page: Page, call: C, input: Sent<C>): Promise<Output<C>> {
  const answer = await ask(page, call, input);
  expect(answer.code, `${call.path}: ${answer.msg}`).toBe(200);
  return answer.data;
}
