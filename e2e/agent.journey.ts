import { deviceCalls, pages } from '@sweepline/contract';
import { expect, type Locator } from '@playwright/test';
import accounts from '../apps/console/src/features/people/accounts/texts/en.json' with { type: 'json' };
import auth from '../apps/console/src/features/people/auth/texts/en.json' with { type: 'json' };
import companies from '../apps/console/src/features/people/companies/texts/en.json' with { type: 'json' };
import roles from '../apps/console/src/features/people/roles/texts/en.json' with { type: 'json' };
import permissions from '../apps/console/src/shared/permissions/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { signIn, callData, typeIn } from './session.ts';

const { names } = permissions;
const ownPassword = 'a gallery of one’s own';

/** Types into a select field and clicks the first matching option. */
async function choose(form: Locator, label: string, text: string) {
  const field = form.getByLabel(label, { exact: true });
  await field.click();
  if (await field.isEditable()) await field.fill(text);
  const options = form.page().locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await options.locator('.ant-select-item-option').filter({ hasText: text }).first().click();
}

test('the administrator of a company created by an agent signs in and sees only that company', async ({
  page,
  browser,
  own,
}) => {
  const stamp = Date.now();
  const agent = await own.addPersonOf('rhein');
  const company = `Altstadt-Galerie ${stamp}`;
  const role = `Gallery lead ${stamp}`;
  const username = `galerie.${stamp}`;
  await signIn(page, agent);
  const devices = (await callData(page, deviceCalls.list, {})).list;
  expect(devices.length).toBeGreaterThan(0);

  await page.goto(pages.terminalCompanies());
  await page.getByRole('button', { name: companies.add.terminals }).click();
  const companyDialog = page.getByRole('dialog');
  await companyDialog.getByLabel(companies.name, { exact: true }).fill(company);
  await companyDialog.getByRole('button', { name: companies.add.terminals }).click();
  await expect(page.getByText(company).first()).toBeVisible();

  await page.goto(pages.outerRoles({ id: 'new' }));
  await page.getByLabel(roles.name, { exact: true }).fill(role);
  await choose(page.locator('.role-fields'), roles.company, company);
  for (const name of [names.deviceList, names.outerAccounts])
    await page.locator('.permission-name', { hasText: new RegExp(`^${name}$`) }).click();
  await page.getByRole('button', { name: roles.create }).click();
  await expect(page.getByText(roles.made.replace('{{name}}', role))).toBeVisible();

  await page.goto(pages.outerAccounts());
  await page.getByRole('button', { name: accounts.add, exact: true }).click();
  const accountDialog = page.getByRole('dialog');
  await accountDialog.getByLabel(accounts.username).fill(username);
  await accountDialog.getByLabel(accounts.nickname, { exact: true }).fill('Greta Galerie');
  await choose(accountDialog, accounts.company, company);
  await choose(accountDialog, accounts.role, role);
  await choose(accountDialog, accounts.roleType, accounts.roleTypes.companyAdmin);
  await accountDialog.getByRole('button', { name: accounts.add, exact: true }).click();
  const passwordDialog = page.getByRole('dialog').filter({ hasText: accounts.passwordDone });
  const initial = (await passwordDialog.locator('code').last().textContent())?.trim() ?? '';
  expect(initial.length).toBeGreaterThan(7);

  const theirs = await (await browser.newContext()).newPage();
  await theirs.addInitScript(() => localStorage.setItem('lang', 'en'));
  await theirs.goto('/login');
  await typeIn(theirs, username, initial);
  await theirs.getByLabel(auth.newPassword, { exact: true }).fill(ownPassword);
  await theirs.getByLabel(auth.repeat).fill(ownPassword);
  await theirs.getByRole('button', { name: auth.change, exact: true }).click();
  await expect(theirs.getByText(auth.changed)).toBeVisible();
  await typeIn(theirs, username, ownPassword);
  await expect(theirs.locator('.sl-shell')).toBeVisible();

  // No robot and no account of the agent or of its other customers is visible.
  await theirs.goto(pages.devices());
  await expect(theirs.locator('.sl-list')).toBeVisible();
  for (const { sn } of devices) await expect(theirs.getByText(sn)).toHaveCount(0);
  await theirs.goto(pages.outerAccounts());
  await expect(theirs.getByText('Greta Galerie').first()).toBeVisible();
  await expect(theirs.getByText(agent.username)).toHaveCount(0);
  await expect(theirs.locator('.sl-menu').getByText(names.outerRoles)).toHaveCount(0);
  await theirs.context().close();
});
