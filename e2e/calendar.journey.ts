import {
  calendarCalls,
  deviceCalls,
  mapCalls,
  mapDraftCalls,
  reportCalls,
  scheduleCalls,
  taskCalls,
} from '@sweepline/contract';
import { clockAt } from '@sweepline/contract/robot';
import { expect, test, type Page } from '@playwright/test';
import calendar from '../apps/console/src/features/calendar/texts/en.json' with { type: 'json' };
import reports from '../apps/console/src/features/task-reports/texts/en.json' with { type: 'json' };
import { signIn, told } from './session.ts';

/** What this journey calls the areas and tasks it makes. */
const bayName = /^Bay \d{6}$/;

/** A try that failed leaves its plan: it would lie where the next one draws, and give the free robot a plan. */
async function withoutEarlierTries(page: Page) {
  const { list } = await told(page, scheduleCalls.list, { pageSize: 50 });
  for (const { id, taskName } of list)
    if (bayName.test(taskName)) await told(page, scheduleCalls.remove, { id });
}

/** The demo's robot of the airport that is left to the console. */
async function ownRobot(page: Page) {
  const { list } = await told(page, deviceCalls.list, { sort: 'nickname', pageSize: 50 });
  const { list: tasks } = await told(page, taskCalls.list, { pageSize: 50 });
  const { list: plans } = await told(page, scheduleCalls.list, { pageSize: 50 });
  const planned = new Set(plans.map(({ device }) => device.id));
  const task = tasks.find(
    ({ name, device }) =>
      !bayName.test(name) && !planned.has(device.id) && list.some(({ id }) => id === device.id),
  );
  expect(task, 'a robot without plans').toBeDefined();
  return task!;
}

/** A task of a few minutes: a small bay near where the robot stands. */
async function smallTask(page: Page) {
  const whole = await ownRobot(page);
  const map = await told(page, mapCalls.detail, { id: whole.mapId });
  const zone = map.elements.zones.find(({ id }) => id === whole.zoneIds[0])!;
  const [x, y] = [Math.min(...zone.points.map((p) => p.x)) + 2, Math.min(...zone.points.map((p) => p.y)) + 2];
  const name = `Bay ${String(Date.now()).slice(-6)}`;
  const points = [
    { x, y },
    { x: x + 3, y },
    { x: x + 3, y: y + 3 },
    { x, y: y + 3 },
  ];
  const { version, baseVersion, elements } = await told(page, mapDraftCalls.detail, { mapId: map.id });
  const bay = { id: `bay-${name.slice(4)}`, type: 'CLEAN' as const, name, points };
  const drawing = {
    mapId: map.id,
    version,
    baseVersion,
    elements: { ...elements, zones: [...elements.zones, bay] },
  };
  const draft = await told(page, mapDraftCalls.save, drawing);
  await told(page, mapDraftCalls.publish, { mapId: map.id, version: draft.version });
  const { deviceId, mapId, cleaningMode, strength } = whole;
  const how = { cleaningMode, strength, repetitions: 1 };
  return await told(page, taskCalls.create, { name, deviceId, mapId, zoneIds: [bay.id], ...how });
}

/** Chooses a task in the dialog that is open. */
async function choose(page: Page, name: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(calendar.task, { exact: true }).fill(name);
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: name })
    .first()
    .click();
  return dialog;
}

test('a week is planned with the pointer, the robot keeps to it, and the report of what was planned opens', async ({
  page,
}) => {
  await signIn(page, 'airport.admin');
  await withoutEarlierTries(page);
  const task = await smallTask(page);
  await page.goto(`/dataManage/calendar?deviceId=${task.deviceId}`);
  await expect(page.locator('.plan-column')).toHaveCount(7);

  // Drawn over an hour of the next day that is shown; the dialog says whether it will fit.
  const column = page.locator('.plan-column').nth(2);
  const thisWeek = (await column.getAttribute('data-date'))!;
  await page.getByRole('button', { name: calendar.on }).click();
  // The week turns when the router has it ready, which is after the press.
  await expect(column).not.toHaveAttribute('data-date', thisWeek);
  const date = (await column.getAttribute('data-date'))!;
  const box = (await column.boundingBox())!;
  const at = (hour: number) => box.y + hour * 44 + 2;
  await page.mouse.move(box.x + 40, at(8));
  await page.mouse.down();
  await page.mouse.move(box.x + 42, at(9), { steps: 4 });
  await page.mouse.move(box.x + 42, at(9.5), { steps: 4 });
  await page.mouse.up();
  const dialog = await choose(page, task.name);
  await expect(dialog.getByText(calendar.checkTitle)).toBeVisible();
  // The bay is new; what its robot did elsewhere says how long it will take.
  await expect(dialog.getByText(calendar.takes, { exact: true })).toBeVisible();
  await expect(dialog.getByText(/n = \d+/)).toBeVisible();
  await dialog.getByRole('button', { name: calendar.plan, exact: true }).click();
  const block = page.locator('.plan-block').filter({ hasText: task.name });
  await expect(block).toBeVisible();
  const plan = async () => (await told(page, scheduleCalls.list, { taskId: task.id })).list[0]!;
  expect(await plan()).toMatchObject({ kind: 'ONCE', startDate: date, minutes: 90 });
  const before = (await plan()).time;

  // Moved an hour later by the pointer, a quarter of an hour back by the keyboard.
  const hold = (await block.boundingBox())!;
  await page.mouse.move(hold.x + 20, hold.y + 10);
  await page.mouse.down();
  await page.mouse.move(hold.x + 22, hold.y + 30, { steps: 3 });
  await page.mouse.move(hold.x + 22, hold.y + 54, { steps: 3 });
  await page.mouse.up();
  await expect
    .poll(async () => (await plan()).time)
    .toBe(`${String(Number(before.slice(0, 2)) + 1).padStart(2, '0')}${before.slice(2)}`);
  // The server has it before the page shows it; a key pressed in between would move what is about to be drawn anew.
  await expect(block).toContainText((await plan()).time);
  await block.getByRole('button').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await plan()).time.slice(3)).not.toBe(before.slice(3));

  // Now for the next minute: the robot does it, and the calendar sets it against the plan.
  const { id, version, timezone } = await plan();
  const soon = Date.now() + 65_000;
  const [startDate = '', time = ''] = clockAt(soon, timezone).split('T');
  const usual = {
    kind: 'ONCE' as const,
    endDate: null,
    weekdays: [],
    rrule: '',
    minutes: 30,
    startLatestMin: 30,
  };
  await told(page, scheduleCalls.update, {
    id,
    version,
    taskId: task.id,
    timezone,
    startDate,
    time,
    ...usual,
  });
  const outcome = async () => {
    const range = {
      from: new Date(soon - 3_600_000).toISOString(),
      to: new Date(soon + 3_600_000).toISOString(),
    };
    return (await told(page, calendarCalls.range, { ...range, taskId: task.id })).list[0];
  };
  await page.goto(`/dataManage/calendar?deviceId=${task.deviceId}&view=day&day=${startDate}`);
  await expect.poll(async () => (await outcome())?.state, { timeout: 150_000 }).toMatch(/RUNNING|DONE/);
  await expect.poll(async () => (await outcome())?.state, { timeout: 170_000 }).toBe('DONE');
  await page.reload();
  await page.locator('.plan-block').filter({ hasText: task.name }).getByRole('button').click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(calendar.states.DONE, { exact: true })).toBeVisible();
  await panel.getByRole('link', { name: calendar.openReport }).click();
  await expect(page).toHaveURL(/historyDetail\?id=/);
  await expect(page.getByText(reports.muchQuestion)).toBeVisible();
  const runId = new URL(page.url()).searchParams.get('id')!;
  expect((await told(page, reportCalls.detail, { id: runId })).result).toBe('SUCCESS');
});
