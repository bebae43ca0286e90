import { pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import board from '../../apps/console/src/features/figures/board/texts/en.json' with { type: 'json' };
import figures from '../../apps/console/src/shared/statistics/texts/en.json' with { type: 'json' };
import { signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test('an agent starts at the data overview and goes from a figure to one of its reports', async ({
  page,
  own,
}) => {
  await signIn(page, await own.addPersonOf('rhein'));
  await expect(page).toHaveURL(new RegExp(`${pages.board.path}$`));
  // On the first day of a month, the usual period has no run yet.
  await page.goto(pages.board({ from: dayAgo(40) }));
  const tiles = page.getByRole('region', { name: board.questions.figures });
  await tiles.getByRole('button', { name: figures.names.cleanedM2 }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(figures.formulas.cleanedM2)).toBeVisible();
  await expect(dialog.getByRole('rowheader', { name: board.inAll })).toBeVisible();
  await dialog.getByRole('link', { name: board.records.reports }).click();
  await expect(page).toHaveURL(/dataManage\/history\?from=/);
  await page.locator('tbody tr a').first().click();
  await expect(page).toHaveURL(/istoryDetail\?id=/);
});

test('an agent goes down from the companies to a site, and from the robots to one robot', async ({
  page,
  own,
}) => {
  await signIn(page, await own.addPersonOf('rhein'));
  await page.goto(pages.boardCompanies());
  const row = page.getByRole('row').filter({ hasText: 'Rheinturm' });
  await row.locator('a.sl-identity').click();
  await expect(page).toHaveURL(/parentId=/);
  await page.getByRole('row').filter({ hasText: board.kinds.SITE }).locator('a.sl-identity').first().click();
  await expect(page).toHaveURL(/siteId=/);
  await page.goto(pages.boardDevices());
  await page.locator('tbody a.sl-identity').first().click();
  await expect(page).toHaveURL(/deviceDetail\?id=/);
  await expect(page.getByRole('heading', { name: board.questions.parts })).toBeVisible();
});

test('an administrator arranges the enterprise view, and others of the company see it so', async ({
  page,
  browser,
  own,
}) => {
  await signIn(page, await own.addPersonOf('hospital'));
  await expect(page.getByRole('heading', { name: board.enterpriseTitle })).toBeVisible();
  await page.getByRole('button', { name: board.arrange.title }).click();
  const forward = board.arrange.earlier.replace('{{title}}', board.questions.completion);
  const first = page.locator('.board-grid > .board-cell').first().getByText(board.questions.completion);
  // It becomes the first block, wherever it is.
  while (!(await first.isVisible())) await page.getByRole('button', { name: forward }).first().click();
  await page.getByRole('button', { name: board.arrange.save }).click();
  await expect(page.getByRole('button', { name: board.arrange.title })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signIn(other, await own.addPersonOf('hospital'));
  await expect(other.locator('.board-grid > .board-cell').first()).toHaveAttribute(
    'data-block',
    'completion',
  );
  await other.context().close();
});
