import { pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import screens from '../../apps/console/src/features/figures/screens/texts/en.json' with { type: 'json' };
import german from '../../apps/console/src/features/figures/screens/texts/ge.json' with { type: 'json' };
import { test } from '../world/own-world.ts';
import { signIn } from '../session.ts';

const minuteMs = 60_000;

test('a display is made, opened without an account, cut off, comes back and is revoked', async ({
  page,
  browser,
  own,
}) => {
  await signIn(page, await own.addPerson());
  await page.goto(pages.screens());
  await page.getByRole('button', { name: screens.add, exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel(screens.name).fill('Wall of the journey');
  await form.getByRole('combobox', { name: screens.lang }).click();
  await page.getByTitle('Deutsch').click();
  await form.getByRole('button', { name: screens.add, exact: true }).click();
  const address = page.getByRole('textbox', { name: screens.copyLink });
  await expect(address).toHaveValue(/import\?token=screen_/);
  const link = await address.inputValue();
  await page.getByRole('button', { name: screens.linkDone }).click();
  await expect(page.getByText(screens.states.WAITING)).toBeVisible();

  // A browser without a session, in another language than the display.
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en-GB' });
  const wall = await context.newPage();
  await wall.clock.install();
  await wall.goto(link);
  const heading = wall.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(german.questions.figures);
  await expect(wall.getByRole('heading', { level: 1 })).toContainText('Wall of the journey');
  await expect(wall.getByRole('button')).toHaveCount(0);
  expect(await wall.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  await page.reload();
  await expect(page.getByText(screens.states.LIVE, { exact: true })).toBeVisible();

  // The network is away: the picture stays, says its age, and its scenes go on.
  await context.setOffline(true);
  await wall.clock.runFor(1.5 * minuteMs);
  const stale = german.large.old.replace(/.*\}\}/, '');
  await expect(wall.getByRole('status')).toContainText(stale);
  await expect(heading).not.toHaveText(german.large.waiting);
  await context.setOffline(false);
  await wall.clock.runFor(minuteMs / 2);
  await expect(wall.getByRole('status')).not.toContainText(stale);

  await page.getByRole('button', { name: screens.revoke, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: screens.revoke, exact: true }).click();
  await expect(page.getByText(screens.states.REVOKED, { exact: true })).toBeVisible();
  await wall.clock.runFor(minuteMs / 2);
  await expect(heading).toHaveText(german.large.gone);
  await wall.reload();
  await expect(heading).toHaveText(german.large.gone);
  await context.close();
});
