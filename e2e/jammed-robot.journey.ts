import { alarmCalls, calendarCalls, deviceCalls, pages, scheduleCalls, taskCalls } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import calendar from '../apps/console/src/features/work/calendar/texts/en.json' with { type: 'json' };
import devices from '../apps/console/src/features/devices/devices/texts/en.json' with { type: 'json' };
import acts from '../apps/console/src/shared/acts/texts/en.json' with { type: 'json' };
import run from '../apps/console/src/shared/run/texts/en.json' with { type: 'json' };
import needs from '../apps/console/src/shared/needs/texts/en.json' with { type: 'json' };
import words from '../apps/console/src/shared/words/texts/en.json' with { type: 'json' };
import { callData, signIn } from './session.ts';
import { test } from './world/own-world.ts';

const minuteMs = 60_000;
const jam = '20110';
const why = run.readinessOf
  .replace('{{text}}', run.readiness.FAULT_CLEANING)
  .replace('{{names}}', words.alarm[jam]);
const cell = { name: 'Cell', within: 'Corridor', left: 0.5, bottom: 0.5, width: 2, height: 2 };

/** Plans a start for the next minute, and returns its day and how the calendar judges it. */
async function planSoon(page: Page, taskId: string) {
  const due = Math.ceil((Date.now() + 5_000) / minuteMs) * minuteMs;
  const [startDate = '', time = ''] = new Date(due).toISOString().slice(0, 16).split('T');
  const plan = { taskId, kind: 'ONCE' as const, startDate, time, timezone: 'UTC' };
  await callData(page, scheduleCalls.create, plan);
  const range = {
    from: new Date(due - minuteMs).toISOString(),
    to: new Date(due + minuteMs).toISOString(),
    taskId,
  };
  const start = async () => (await callData(page, calendarCalls.range, range)).list[0];
  return { day: startDate, start };
}

test('a robot with a jammed brush is refused for cleaning at every door, and drives to its charger', async ({
  page,
  own,
}) => {
  const floor = await own.addFloor('office', cell);
  const robot = await own.registerRobot({
    floor: { name: floor.name, mapId: floor.map.id },
    start: [20, 12, 0],
  });
  const { id: deviceId, nickname, sn } = robot.device;
  await own.connect(robot, '--fault', `${jam}@5s:repair`);
  await signIn(page, await own.addPerson());
  const open = async () => (await callData(page, alarmCalls.list, { deviceId, code: [jam] })).list[0]?.isOpen;
  await expect.poll(open).toBe(true);
  const task = await callData(page, taskCalls.create, {
    name: 'Cell in the morning',
    deviceId,
    mapId: floor.map.id,
    zoneIds: ['cell'],
    cleaningMode: 'SWEEP',
    strength: 'STANDARD',
    repetitions: 1,
  });

  const { day, start } = await planSoon(page, task.id);

  // Palette: it drives to the charger and does not clean.
  await page.keyboard.press('Control+k');
  await page.locator('.palette input').fill(sn);
  const options = page.locator('.palette [role=option]');
  await expect(options.filter({ hasText: acts.actOn.charge.replace('{{name}}', nickname) })).toBeVisible();
  await expect(options.filter({ hasText: acts.actOn.clean.replace('{{name}}', nickname) })).toHaveCount(0);
  // Asked for the act by name, it says why not.
  await page.locator('.palette input').fill(`clean ${sn}`);
  const refused = options.filter({ hasText: acts.actOn.clean.replace('{{name}}', nickname) });
  await expect(refused).toContainText(why);
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  // Page of the robot: the same words, and driving is offered.
  await page.goto(pages.device({ id: deviceId }));
  await expect(page.getByText(why).first()).toBeVisible();
  await expect(page.getByRole('button', { name: devices.cleanArea })).toBeDisabled();
  await expect(page.getByRole('button', { name: devices.goTo })).toBeEnabled();

  // Calendar: the start that is due names the fault.
  await expect.poll(async () => (await start())?.reason).toBe('FAULT_CLEANING');
  await page.goto(pages.calendar({ deviceId, view: 'day', day }));
  await page.locator('.plan-block').filter({ hasText: task.name }).getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText(words.reply.FAULT_CLEANING);
  await expect(page.getByRole('dialog').getByText(calendar.states.DUE, { exact: true })).toBeVisible();

  // Home: one entry, the fault; nothing offers to start the robot.
  await page.goto(pages.welcome());
  await expect(page.locator('.sl-need').first()).toContainText(words.alarm[jam]);
  await expect(page.getByRole('button', { name: new RegExp(`^${needs.press.START_TASK}`) })).toHaveCount(0);

  // List: a start is refused with the same words, and the robot is sent home.
  await page.goto(pages.devices({ keyword: sn }));
  await page.getByRole('row').filter({ hasText: sn }).getByRole('checkbox').check();
  await page.getByRole('button', { name: devices.bulk.start, exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(why);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: devices.bulk.charge, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: devices.bulk.chargeAct_one.replace('{{count}}', '1') })
    .click();
  const charging = async () =>
    (await callData(page, deviceCalls.list, { keyword: sn })).list[0]?.live.charging;
  await expect.poll(charging).toBe(true);
});
