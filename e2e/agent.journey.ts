import { deviceCalls } from '@sweepline/contract';
import { expect, test, type Locator } from '@playwright/test';
import accounts from '../apps/console/src/features/accounts/texts/en.json' with { type: 'json' };
import auth from '../apps/console/src/features/auth/texts/en.json' with { type: 'json' };
import companies from '../apps/console/src/features/companies/texts/en.json' with { type: 'json' };
import roles from '../apps/console/src/features/roles/texts/en.json' with { type: 'json' };
import permissions from '../apps/console/src/shared/permissions/texts/en.json' with { type: 'json' };
import { signIn, told, typeIn } from './session.ts';

const { names } = permissions;
const own = 'a gallery of one’s own';

/** Types into a choice and takes the option that is left. */
async function choose(form: Locator, label: string, text: string) {
  const field = form.getByLabel(label, { exact: true });
  await field.click();
  if (await field.isEditable()) await field.fill(text);
  const options = form.page().locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await options.locator('.ant-select-item-option').filter({ hasText: text }).first().click();
}

test('an agent founds a terminal company, its role and its administrator, who signs in and sees only their own', async ({
  page,
  browser,
}) => {
  const stamp = Date.now();
  const company = `Altstadt-Galerie ${stamp}`;
  const role = `Gallery lead ${stamp}`;
  const username = `galerie.${stamp}`;
  await signIn(page, 'rhein.admin');
  const devices = (await told(page, deviceCalls.list, {})).list;
  expect(devices.length).toBeGreaterThan(0);

  await page.goto('/outerUserManage/terminalCompany');
  await page.getByRole('button', { name: companies.add.terminals }).click();
  const founding = page.getByRole('dialog');
  await founding.getByLabel(companies.name, { exact: true }).fill(company);
  await founding.getByRole('button', { name: companies.add.terminals }).click();
  await expect(page.getByText(company).first()).toBeVisible();

  await page.goto('/outerUserManage/roleList?id=new');
  await page.getByLabel(roles.name, { exact: true }).fill(role);
  await choose(page.locator('.role-fields'), roles.company, company);
  for (const name of [names.deviceList, names.outerAccounts])
    await page.locator('.permission-name', { hasText: new RegExp(`^${name}$`) }).click();
  await page.getByRole('button', { name: roles.create }).click();
  await expect(page.getByText(roles.made.replace('{{name}}', role))).toBeVisible();

  await page.goto('/outerUserManage/userList');
  await page.getByRole('button', { name: accounts.add, exact: true }).click();
  const adding = page.getByRole('dialog');
  await adding.getByLabel(accounts.username).fill(username);
  await adding.getByLabel(accounts.nickname, { exact: true }).fill('Greta Galerie');
  await choose(adding, accounts.company, company);
  await choose(adding, accounts.role, role);
  await choose(adding, accounts.roleType, accounts.roleTypes.companyAdmin);
  await adding.getByRole('button', { name: accounts.add, exact: true }).click();
  const once = page.getByRole('dialog').filter({ hasText: accounts.passwordDone });
  const initial = (await once.locator('code').last().textContent())?.trim() ?? '';
  expect(initial.length).toBeGreaterThan(7);

  const theirs = await (await browser.newContext()).newPage();
  await theirs.addInitScript(() => localStorage.setItem('lang', 'en'));
  await theirs.goto('/login');
  await typeIn(theirs, username, initial);
  await theirs.getByLabel(auth.newPassword, { exact: true }).fill(own);
  await theirs.getByLabel(auth.repeat).fill(own);
  await theirs.getByRole('button', { name: auth.change, exact: true }).click();
  await expect(theirs.getByText(auth.changed)).toBeVisible();
  await typeIn(theirs, username, own);
  await expect(theirs.locator('.sl-shell')).toBeVisible();

  // Nothing of the agent's or of its other customers': no robot, no account but their own.
  await theirs.goto('/deviceManage/list');
  await expect(theirs.locator('.sl-list')).toBeVisible();
  for (const { sn } of devices) await expect(theirs.getByText(sn)).toHaveCount(0);
  await theirs.goto('/outerUserManage/userList');
  await expect(theirs.getByText('Greta Galerie').first()).toBeVisible();
  await expect(theirs.getByText('rhein.admin')).toHaveCount(0);
  await expect(theirs.locator('.sl-menu').getByText(names.outerRoles)).toHaveCount(0);
  await theirs.context().close();
});
