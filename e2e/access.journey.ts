import { deviceCalls, mapCalls, reportCalls, taskCalls, pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import app from '../apps/console/src/app/texts/en.json' with { type: 'json' };
import devices from '../apps/console/src/features/devices/devices/texts/en.json' with { type: 'json' };
import acts from '../apps/console/src/shared/acts/texts/en.json' with { type: 'json' };
import maps from '../apps/console/src/features/places/maps/texts/en.json' with { type: 'json' };
import tasks from '../apps/console/src/features/work/tasks/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { ask, endElsewhere, signIn, callData, typeIn } from './session.ts';

test('a reader sees robots, tasks and maps, and no button without permission', async ({ page, own }) => {
  await signIn(page, await own.addPersonOf('mall', 'reader'));
  await page.goto(pages.devices());
  await expect(page.getByText('J30C0007').first()).toBeVisible();
  for (const word of [acts.act.clean, devices.add, acts.act.locate, devices.manage]) {
    await expect(page.getByRole('button', { name: word, exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: word, exact: true })).toHaveCount(0);
  }

  await page.goto(pages.tasks());
  await expect(page.getByText('中庭每日清洁').first()).toBeVisible();
  for (const word of [tasks.newTask, tasks.start, tasks.delete]) {
    await expect(page.getByRole('button', { name: word, exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: word, exact: true })).toHaveCount(0);
  }

  await page.goto(pages.maps());
  await expect(page.getByText('购物中心一层').first()).toBeVisible();
  await expect(page.getByText(maps.importMap, { exact: true })).toHaveCount(0);

  // The server refuses the same call.
  const [device] = (await callData(page, deviceCalls.list, {})).list;
  expect((await ask(page, deviceCalls.locate, { id: device!.id })).code).toBe(403);
});

test('the device, map, task and report of another company are answered as missing', async ({
  page,
  browser,
  own,
}) => {
  await signIn(page, await own.addPersonOf('airport'));
  const [device] = (await callData(page, deviceCalls.list, {})).list;
  const [map] = (await callData(page, mapCalls.list, {})).list;
  const [task] = (await callData(page, taskCalls.list, {})).list;
  const [report] = (await callData(page, reportCalls.list, {})).list;
  expect([device, map, task, report]).not.toContain(undefined);

  const other = await (await browser.newContext()).newPage();
  await signIn(other, await own.addPersonOf('mall'));
  await other.goto(pages.devices());
  await expect(other.getByText('J30C0007').first()).toBeVisible();
  await expect(other.getByText(device!.sn)).toHaveCount(0);
  for (const address of [
    pages.device({ id: device!.id }),
    pages.map({ id: map!.id }),
    pages.task({ id: task!.id }),
    pages.report({ id: report!.id }),
  ]) {
    await other.goto(address);
    await expect(other.getByText('This no longer exists').first()).toBeVisible();
    await expect(other.getByText(device!.nickname)).toHaveCount(0);
  }
  await other.context().close();
});

test('a page without permission and an unknown address show their message', async ({ page, own }) => {
  await signIn(page, await own.addPersonOf('mall', 'reader'));
  await page.goto(pages.deadLetters());
  await expect(page.getByText(app.notAllowed.title)).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByText(app.notFound.title)).toBeVisible();
});

test('a visitor without session gets the login page and returns to the requested page after sign-in', async ({
  page,
  own,
}) => {
  const { username, password } = await own.addPerson();
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await page.goto(pages.reports({ result: 'PARTIAL' }));
  await expect(page).toHaveURL(/login/);
  await typeIn(page, username, password);
  await endElsewhere(page);
  await expect(page).toHaveURL(/dataManage\/history\?result=PARTIAL/);
});
