import {
  alarmCalls,
  commandCalls,
  deviceCareCalls,
  faultCodeCalls,
  importPath,
  pages,
  runCalls,
  taskCalls,
  workOrderActCalls,
  workOrderCalls,
} from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import reports from '../../apps/console/src/features/service/fault-reports/texts/en.json' with { type: 'json' };
import texts from '../../apps/console/src/features/service/orders/texts/en.json' with { type: 'json' };
import words from '../../apps/console/src/shared/work-order-words/texts/en.json' with { type: 'json' };
import { callData, signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

const code = '20110';
const bay = { name: 'Bay', within: 'Arcade south', left: 1, bottom: 10, width: 3, height: 3 };
const onPhone = { viewport: { width: 390, height: 844 } };

const ownId = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('session') ?? '{}') as { userId: string }).userId);

test('a jam becomes an order with evidence, and a fix that does not hold opens it again', async ({
  page,
  own,
}) => {
  const floor = await own.addFloor('mall', bay);
  const robot = await own.registerRobot({ floor: { name: floor.name, mapId: floor.map.id } });
  robot.start('--fault', `${code}@40s:repair`, '--relapse', `${code}=1*1`);
  await signIn(page, await own.addPerson());
  const { id: deviceId } = robot.device;
  const alarms = async () => (await callData(page, alarmCalls.list, { deviceId, code: [code] })).list;
  await expect.poll(async () => (await alarms()).length).toBe(1);

  // The form is filled in; the order has its evidence.
  await page.goto(pages.alarm({ id: (await alarms())[0]!.id }));
  await page.getByRole('button', { name: words.fromAlarm.make }).click();
  await page.getByRole('button', { name: words.fromAlarm.submit }).click();
  await expect(page).toHaveURL(/workOrder\/detail/);
  await expect(page.getByText(texts.parts.evidence, { exact: true })).toBeVisible();
  const { list } = await callData(page, workOrderCalls.list, { deviceId });
  expect(list).toMatchObject([{ state: 'SUBMITTED', level: 'SERIOUS', faultType: 'CLEANING' }]);

  // The technician resets the brush, and the robot clears its alarm.
  const { id, version } = list[0]!;
  const assigneeId = await ownId(page);
  const sent = await callData(page, workOrderActCalls.dispatch, { id, version, assigneeId });
  const reset = await callData(page, deviceCareCalls.resetConsumable, { id: deviceId, part: 'mainBrush' });
  const isReset = async () => (await callData(page, commandCalls.detail, { id: reset.id })).status;
  await expect.poll(isReset).toBe('SUCCEEDED');
  await expect.poll(async () => (await alarms())[0]?.isOpen).toBe(false);
  await callData(page, workOrderActCalls.resolve, { id, version: sent.version, resolution: 'FIXED' });
  await page.reload();
  await expect(page.getByText(words.verification.WAITING).first()).toBeVisible();

  // In the next run the fault comes back, and the order is in progress again.
  const task = await callData(page, taskCalls.create, {
    name: 'Bay',
    deviceId,
    mapId: floor.map.id,
    zoneIds: ['bay'],
    cleaningMode: 'SWEEP',
    strength: 'STANDARD',
    repetitions: 1,
  });
  const run = await callData(page, taskCalls.start, { id: task.id });
  const state = async () => (await callData(page, runCalls.detail, { id: run.id })).state;
  await expect.poll(state).toBe('IN_PROGRESS');
  // The fault comes back some seconds after the run has begun.
  const isBack = async () => (await alarms()).some(({ isOpen }) => isOpen);
  await expect.poll(isBack).toBe(true);
  await expect(page.getByText(words.event.REOPENED).first()).toBeVisible();
  const again = await callData(page, workOrderCalls.detail, { id });
  expect(again).toMatchObject({ state: 'PROCESSING', reopenedCount: 1 });
  expect(again.events.map(({ kind }) => kind)).toContain('VERIFICATION_FAILED');
});

test('a stranger reports a fault by the code on a robot, and an internal note stays hidden from the site', async ({
  page,
  browser,
  own,
}) => {
  const robot = await own.registerRobot();
  const admin = await own.addPerson();
  await signIn(page, admin);
  const { token } = await callData(page, faultCodeCalls.add, { deviceId: robot.device.id });

  const phone = await (await browser.newContext(onPhone)).newPage();
  await phone.addInitScript(() => localStorage.setItem('lang', 'en'));
  await phone.goto(importPath(token));
  await expect(phone.getByRole('heading', { name: robot.device.nickname })).toBeVisible();
  await phone.getByText(reports.choice.LOSES_WATER, { exact: true }).click();
  await phone.getByLabel(reports.text).fill('A puddle at the lift');
  await phone.getByRole('button', { name: reports.send }).click();
  await expect(phone.getByText(reports.thanks)).toBeVisible();

  await page.goto(pages.workOrders());
  await expect(page.getByText('Loses water').first()).toBeVisible();
  const { list } = await callData(page, workOrderCalls.list, {});
  expect(list).toMatchObject([{ origin: 'QR', description: 'A puddle at the lift' }]);
  const { id, version } = list[0]!;

  // Technical support of the provider writes an internal note. The company of the robot does not read it.
  const support = await (await browser.newContext()).newPage();
  await signIn(support, await own.addFae('support@example.com'));
  await callData(support, workOrderActCalls.comment, { id, text: 'Goodwill is possible', internal: true });
  await support.goto(pages.workOrder({ id }));
  await expect(support.getByText('Goodwill is possible')).toBeVisible();
  await page.goto(pages.workOrder({ id }));
  await expect(page.getByText('A puddle at the lift').first()).toBeVisible();
  await expect(page.getByText('Goodwill is possible')).toHaveCount(0);

  await callData(page, workOrderActCalls.dispatch, { id, version, assigneeId: await ownId(page) });
  await phone.reload();
  const step = phone.locator('li[aria-current=step]');
  await expect(step).toHaveText(reports.step.PROCESSING);
  await phone.context().close();
  await support.context().close();
});

test('an order made on the page of a robot has the picture of the fault that was chosen with it', async ({
  page,
  own,
}) => {
  const robot = await own.registerRobot();
  await signIn(page, await own.addPerson());
  await page.goto(pages.device({ id: robot.device.id, tab: 'workOrders' }));
  await page.getByRole('button', { name: texts.create }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(texts.name, { exact: true }).fill('Brush is bent');
  await dialog.getByLabel(texts.description, { exact: true }).fill('Bent at its left end');
  const buffer = await page.screenshot();
  await dialog
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'brush.png', mimeType: 'image/png', buffer });
  await expect(dialog.getByRole('img', { name: `${texts.faultPictures} 1` })).toBeVisible();
  await dialog.getByRole('button', { name: texts.create }).click();
  await expect(page.getByRole('heading', { name: 'Brush is bent' })).toBeVisible();
  await expect(page.locator('.order-pictures img')).toBeVisible();
});
