import { pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import { countBytes } from './walk/received-bytes.ts';
import { typeIn } from './session.ts';
import { test } from './world/own-world.ts';

test('the login page loads at most 160 KB, and with the first list at most 450 KB', async ({
  browser,
  own,
}) => {
  const person = await own.addPerson();
  const page = await (await browser.newContext({ locale: 'en' })).newPage();
  const received = await countBytes(page);
  await page.goto(`/login?back=${encodeURIComponent(pages.devices())}`, { waitUntil: 'networkidle' });
  expect(received()).toBeLessThanOrEqual(160_000);
  await typeIn(page, person.username, person.password);
  await expect(page.locator('.sl-shell h1').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(received()).toBeLessThanOrEqual(450_000);
  // The count has seen the console.
  expect(received()).toBeGreaterThan(300_000);
  await page.context().close();
});

test('the knowledge base loads at most 160 KB for a reader without an account', async ({ browser, own }) => {
  await own.addPerson();
  const page = await (await browser.newContext({ locale: 'de' })).newPage();
  const received = await countBytes(page);
  await page.goto(pages.knowledgeBase(), { waitUntil: 'networkidle' });
  await expect(page.getByRole('searchbox')).toBeVisible();
  expect(received()).toBeLessThanOrEqual(160_000);
  await page.context().close();
});
