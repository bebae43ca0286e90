import { pages, workOrderActCalls, workOrderCalls } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import texts from '../../apps/console/src/features/service/my-orders/texts/en.json' with { type: 'json' };
import words from '../../apps/console/src/shared/work-order-words/texts/en.json' with { type: 'json' };
import kit from '../../apps/console/src/kit/texts/en.json' with { type: 'json' };
import shell from '../../apps/console/src/app/texts/en.json' with { type: 'json' };
import { callData, signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

test.use({ viewport: { width: 390, height: 844 } });

const comment = 'Belt replaced, the brush turns again';
const result = 'New belt';
const counted = (count: number) => texts.unsent_other.replace('{{count}}', String(count));

/** An order that is dispatched to the signed-in person for today. */
async function ownOrder(page: Page) {
  const added = await callData(page, workOrderCalls.add, {
    name: 'Brush is jammed',
    type: 'FAULT',
    level: 'SERIOUS',
    description: 'The brush does not turn',
  });
  const assigneeId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('session') ?? '{}') as { userId: string }).userId,
  );
  const from = new Date();
  return await callData(page, workOrderActCalls.dispatch, {
    id: added.id,
    version: added.version,
    assigneeId,
    appointment: { from: from.toISOString(), until: new Date(from.getTime() + 3_600_000).toISOString() },
  });
}

/** What is left to send; the hidden list says it as well. */
const strip = (page: Page) => page.locator('.my-strip');

const storedPage = (page: Page) =>
  page.evaluate(async (path) => (await caches.match(path)) !== undefined, pages.myWorkOrders.path);

test('work done in a basement is kept over a reload and reaches the server once', async ({
  page,
  context,
  own,
}) => {
  await signIn(page, await own.addPerson());
  const order = await ownOrder(page);
  await page.goto(pages.myWorkOrders());
  await expect(page.getByRole('heading', { name: texts.group.today })).toBeVisible();
  await page.getByRole('link', { name: order.name }).click();
  await expect(page.getByText(order.description)).toBeVisible();
  await expect.poll(() => storedPage(page)).toBe(true);

  await context.setOffline(true);
  await page.goto(pages.myWorkOrders());
  await expect(strip(page).getByText(texts.offline)).toBeVisible();
  await page.getByRole('link', { name: order.name }).click();
  await page.getByLabel(texts.text.comment).fill(comment);
  await page.getByText(texts.submit.comment, { exact: true }).click();
  await expect(strip(page).getByText(counted(1))).toBeVisible();
  await page.getByRole('button', { name: texts.act.resolve, exact: true }).click();
  await page.getByLabel(words.resolution.FIXED).check();
  await page.getByLabel(texts.text.resolve).fill(result);
  await page.locator('.my-act button[type=submit]').click();
  await expect(strip(page).getByText(counted(2))).toBeVisible();
  await page.reload();
  await expect(strip(page).getByText(counted(2))).toBeVisible();
  await expect(page.getByText(`${texts.act.comment}: ${comment}`)).toBeVisible();

  // The server carries out the comment, and its answer is lost on the way.
  let lost = 0;
  await page.route(`**/api/${workOrderActCalls.comment.path}`, async (route) => {
    if (lost > 0) return route.continue();
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  await context.setOffline(false);
  await expect.poll(() => lost).toBe(1);
  await page.getByRole('button', { name: texts.sendNow }).click();
  await expect(page.getByText(texts.unsentTitle)).toHaveCount(0);

  const { state, resolution, resolutionText, events } = await callData(page, workOrderCalls.detail, {
    id: order.id,
  });
  expect({ state, resolution, resolutionText }).toEqual({
    state: 'RESOLVED',
    resolution: 'FIXED',
    resolutionText: result,
  });
  expect(events.filter(({ kind, text }) => kind === 'COMMENTED' && text === comment)).toHaveLength(1);
});

test('a technician with unsent work is asked before signing out, and nothing that was read stays', async ({
  page,
  context,
  own,
}) => {
  await signIn(page, await own.addPerson());
  const order = await ownOrder(page);
  await page.goto(pages.myWorkOrders({ id: order.id }));
  await expect(page.getByText(order.description)).toBeVisible();
  await expect.poll(() => storedPage(page)).toBe(true);
  await context.setOffline(true);
  await page.getByLabel(texts.text.comment).fill(comment);
  await page.getByText(texts.submit.comment, { exact: true }).click();
  await expect(strip(page).getByText(counted(1))).toBeVisible();

  await page.locator('.sl-user').click();
  await page.getByRole('menuitem', { name: shell.signOut }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(kit.unsent.title)).toBeVisible();
  await dialog.getByRole('button', { name: shell.signOut }).click();
  await expect(page.locator('input[name=username]')).toBeVisible();
  await expect.poll(() => storedPage(page)).toBe(false);
});
