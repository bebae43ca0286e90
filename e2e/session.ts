import type { Call, Envelope, Lang, Output, Sent } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import type { Person } from './http-calls.ts';
import texts from '../apps/console/src/features/people/auth/texts/en.json' with { type: 'json' };

/** Signs in through the login page. */
export async function signIn(page: Page, { username, password }: Person, lang: Lang = 'en') {
  await page.addInitScript((code) => localStorage.setItem('lang', code), lang);
  await page.goto('/login');
  await typeIn(page, username, password);
  await endElsewhere(page);
  await expect(page).not.toHaveURL(/login/);
  if (lang === 'en') await expect(page.getByText(texts.signIn, { exact: true })).toHaveCount(0);
}

/**
 * Opens the page with the session of the operator of all journeys: the second person of what an account of a journey requests. An
 * account that a journey makes is too young to approve.
 */
export async function continueAsOperator(page: Page) {
  await page.addInitScript((user) => {
    localStorage.setItem('lang', 'en');
    localStorage.setItem('session', user);
  }, process.env['E2E_OPERATOR_USER'] ?? '');
}

/** Submits account and password on the login page. */
export async function typeIn(page: Page, username: string, secret: string) {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(secret);
  await page.locator('button[type=submit]').click();
}

/** Confirms that a session of an earlier journey is ended. */
export async function endElsewhere(page: Page) {
  const elsewhere = page.locator('.sl-login-elsewhere');
  await expect(elsewhere.or(page.locator('.sl-shell'))).toBeVisible();
  if (await elsewhere.isVisible()) await page.locator('.sl-login-card .sl-button-main').click();
}

/** Sends a call with the session of the page; to look up data, not to prove the subject of a journey. */
export async function ask<C extends Call>(page: Page, call: C, input: Sent<C>): Promise<Envelope<Output<C>>> {
  const answer = await page.evaluate(
    async ({ path, body }) => {
      const { session } = JSON.parse(localStorage.getItem('session') ?? '{}') as { session?: string };
      const headers = { 'content-type': 'application/json', authorization: session ?? '', lang: 'en' };
      return (await fetch(`/api/${path}`, { method: 'POST', headers, body })).json() as Promise<unknown>;
    },
    { path: call.path, body: JSON.stringify(input) },
  );
  // The server tests check that answers match the schema of the call.
  return answer as Envelope<Output<C>>;
}

/** Sends a call that must succeed and returns its data. */
export async function callData<C extends Call>(page: Page, call: C, input: Sent<C>): Promise<Output<C>> {
  const answer = await ask(page, call, input);
  expect(answer.code, `${call.path}: ${answer.msg}`).toBe(200);
  return answer.data;
}
