import { accountCalls, errors, pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import auth from '../apps/console/src/features/people/auth/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { signIn, callData, typeIn } from './session.ts';

const ownPassword = 'a broom of one’s own';

test('a new account must replace its initial password before it can use the console', async ({
  page,
  browser,
  own,
}) => {
  const { companyId } = own;
  await signIn(page, await own.addPerson());
  const { roles } = await callData(page, accountCalls.choices, { companyId });
  const roleId = roles.find(({ grantable }) => grantable)!.id;
  const username = `first.${Date.now()}`;
  const account = await callData(page, accountCalls.register, {
    companyId,
    username,
    nickname: 'Newcomer',
    roleId,
  });

  const first = await (await browser.newContext()).newPage();
  await first.addInitScript(() => localStorage.setItem('lang', 'en'));
  await first.goto('/login?back=%2FdeviceManage%2Flist');
  await typeIn(first, username, account.password);
  await expect(first.getByRole('heading', { name: auth.first.title })).toBeVisible();
  // Every other page is refused.
  await first.goto(pages.devices());
  await expect(first.getByRole('heading', { name: auth.first.title })).toBeVisible();
  await expect(first).toHaveURL(/login/);

  await first.getByLabel(auth.origin).fill(account.password);
  await first.getByLabel(auth.newPassword, { exact: true }).fill('password123');
  await expect(first.getByText(auth.rules.common)).toHaveText(new RegExp(auth.ruleBroken));
  await first.getByLabel(auth.newPassword, { exact: true }).fill(ownPassword);
  await first.getByLabel(auth.repeat).fill('another broom');
  await first.getByRole('button', { name: auth.change, exact: true }).click();
  await expect(first.getByText(auth.mismatch)).toBeVisible();
  await first.getByLabel(auth.repeat).fill(ownPassword);
  await first.getByRole('button', { name: auth.change, exact: true }).click();
  await expect(first.getByText(auth.changed)).toBeVisible();

  await typeIn(first, username, account.password);
  await expect(first.getByText(errors.wrongCredentials.texts.en)).toBeVisible();
  await typeIn(first, username, ownPassword);
  await expect(first).toHaveURL(/deviceManage\/list/);

  await first.goto(pages.security());
  await expect(first.getByText(auth.thisSession)).toBeVisible();
  for (const kind of [auth.kinds.PASSWORD_CHANGED, auth.kinds.FAILED])
    await expect(first.getByRole('row', { name: kind })).toBeVisible();
  await first.context().close();
});
