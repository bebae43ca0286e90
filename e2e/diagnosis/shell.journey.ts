import { controlPasswordCalls, pages } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import approval from '../../apps/console/src/shared/approval/texts/en.json' with { type: 'json' };
import access from '../../apps/console/src/features/remote/remote-access/texts/en.json' with { type: 'json' };
import lock from '../../apps/console/src/shared/control-password/texts/en.json' with { type: 'json' };
import texts from '../../apps/console/src/shared/remote-shell/texts/en.json' with { type: 'json' };
import { test } from '../world/own-world.ts';
import { callData, continueAsOperator, signIn } from '../session.ts';

const reason = 'The brush reports an overload';
const secret = 'tops3cret';
const terminal = (page: Page) => page.locator('.xterm-rows');

/** Types a line into the terminal, as a person does. */
async function type(page: Page, line: string) {
  await page.getByLabel(texts.terminal.label).focus();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

test('a shell is requested, approved by a second person, used, ended and replayed, and the customer finds it', async ({
  page,
  browser,
  own,
}) => {
  const robot = await own.addRobot(await own.addFloor('mall'));
  const open = async () => await (await browser.newContext()).newPage();
  const [customer, colleague] = [await open(), await open()];
  await signIn(customer, await own.addPerson());
  const password = 'open with care';
  await callData(customer, controlPasswordCalls.update, { id: robot.id, scope: 'DEVICE', password });

  await signIn(page, await own.addPersonOf('provider', 'operations'));
  await page.goto(`${pages.device({ id: robot.id, tab: 'diagnosis' })}&view=shell`);
  await page.getByLabel(lock.password).fill(password);
  await page.getByRole('button', { name: lock.unlock }).click();
  await page.getByRole('button', { name: texts.request }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(texts.due.REQUESTER);
  await dialog.getByLabel(texts.reason).fill(reason);
  await dialog.getByRole('button', { name: texts.request }).click();
  await expect(page.getByText(texts.state.REQUESTED)).toBeVisible();
  await expect(page.getByRole('button', { name: texts.approve })).toHaveCount(0);

  const puppet = await open();
  await signIn(puppet, await own.addPersonOf('provider', 'operations'));
  await puppet.goto(page.url());
  await expect(puppet.getByText(approval.approverNew)).toBeVisible();
  await expect(puppet.getByRole('button', { name: texts.approve, exact: true })).toBeDisabled();

  await continueAsOperator(colleague);
  await colleague.goto(pages.remoteAccess());
  const waiting = colleague.getByRole('region', { name: access.waiting });
  await waiting.getByRole('listitem').filter({ hasText: reason }).getByRole('link').click();
  await colleague.getByRole('button', { name: texts.approve, exact: true }).click();

  await page.getByRole('button', { name: texts.open }).click();
  await expect(terminal(page)).toContainText(`diag@${robot.sn}`);
  await type(page, 'uptime');
  await expect(terminal(page)).toContainText('load average');
  await colleague.getByRole('button', { name: texts.join }).click();
  await expect(terminal(colleague)).toContainText('load average');
  await type(page, 'sudo whoami');
  await expect(terminal(page)).toContainText('password for diag');
  await type(page, secret);
  await expect(terminal(page)).toContainText('root');
  await expect(terminal(page)).not.toContainText(secret);

  await page.getByRole('button', { name: texts.end, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.end, exact: true }).click();
  await expect(page.getByText(texts.state.CLOSED, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: texts.replay }).click();
  await page.getByLabel(texts.searchOutput).fill('load average');
  await page.getByRole('button', { name: /load average/ }).click();
  await expect(terminal(page)).toContainText('load average');
  await page.getByLabel(texts.typed.reason).fill('What was done');
  await page.getByRole('button', { name: texts.typed.show }).click();
  const typed = page.getByRole('region', { name: texts.typed.title });
  await expect(typed).toContainText('sudo whoami ⏎');
  await expect(typed).toContainText('•');
  await expect(typed).not.toContainText(secret);

  await customer.goto(pages.remoteAccess({ kind: 'SHELL' }));
  const row = customer.getByRole('row').filter({ hasText: reason });
  await expect(row).toContainText(access.kinds.SHELL);
  await row.getByRole('button', { name: access.replay }).click();
  await expect(customer.getByRole('region', { name: texts.replayTitle })).toBeVisible();
});
