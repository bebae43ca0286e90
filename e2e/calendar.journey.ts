import { calendarCalls, reportCalls, runCalls, scheduleCalls, taskCalls, pages } from '@sweepline/contract';
import { clockAt } from '@sweepline/contract/robot';
import { expect, type Page } from '@playwright/test';
import calendar from '../apps/console/src/features/work/calendar/texts/en.json' with { type: 'json' };
import needs from '../apps/console/src/shared/needs/texts/en.json' with { type: 'json' };
import reports from '../apps/console/src/features/work/reports/texts/en.json' with { type: 'json' };
import { test, type OwnWorld } from './world/own-world.ts';
import { signIn, callData } from './session.ts';

const minuteMs = 60_000;
const bay = { name: 'Bay', within: 'Arcade south', left: 1, bottom: 10, width: 3, height: 3 };

/** A task of a minute, in the session of an own account. */
async function shortTask(page: Page, own: OwnWorld) {
  const floor = await own.addFloor('mall', bay);
  const robot = await own.addRobot(floor, { speedup: 16 });
  await signIn(page, await own.addPerson());
  const task = await callData(page, taskCalls.create, {
    name: 'Bay before opening',
    deviceId: robot.id,
    mapId: floor.map.id,
    zoneIds: ['bay'],
    cleaningMode: 'SWEEP',
    strength: 'STANDARD',
    repetitions: 1,
  });
  return { task, robot };
}

/** It has been run once, so that its duration can be forecast. */
async function taskWithRun(page: Page, own: OwnWorld) {
  const { task } = await shortTask(page, own);
  const run = await callData(page, taskCalls.start, { id: task.id });
  const state = async () => (await callData(page, runCalls.detail, { id: run.id })).state;
  await expect.poll(state).toBe('SUCCESS');
  return task;
}

/** Selects a task in the open dialog. The options move when the search is answered, so a click before that can hit another place. */
async function choose(page: Page, name: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(calendar.task, { exact: true }).fill(name);
  const options = page.locator(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
  );
  await expect(options.filter({ hasNotText: name })).toHaveCount(0);
  await options.first().click();
  await expect(dialog).toContainText(name);
  return dialog;
}

test('a start planned with the pointer is run by the robot and its report opens from the calendar', async ({
  page,
  own,
}) => {
  const task = await taskWithRun(page, own);
  await page.goto(pages.calendar({ deviceId: task.deviceId }));
  await expect(page.locator('.plan-column')).toHaveCount(7);

  // Draws a block in the next week; the dialog shows the forecast.
  const column = page.locator('.plan-column').nth(2);
  const thisWeek = (await column.getAttribute('data-date'))!;
  await page.getByRole('button', { name: calendar.on }).click();
  // The week changes some time after the click.
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
  await expect(dialog.getByText(calendar.takes, { exact: true })).toBeVisible();
  await expect(dialog.getByText(/n = \d+/)).toBeVisible();
  await dialog.getByRole('button', { name: calendar.plan, exact: true }).click();
  const block = page.locator('.plan-block').filter({ hasText: task.name });
  await expect(block).toBeVisible();
  const plan = async () => (await callData(page, scheduleCalls.list, { taskId: task.id })).list[0]!;
  expect(await plan()).toMatchObject({ kind: 'ONCE', startDate: date, minutes: 90 });
  const before = (await plan()).time;

  // Moves it one hour later with the pointer and 15 minutes earlier with the keyboard.
  const blockBox = (await block.boundingBox())!;
  await page.mouse.move(blockBox.x + 20, blockBox.y + 10);
  await page.mouse.down();
  await page.mouse.move(blockBox.x + 22, blockBox.y + 30, { steps: 3 });
  await page.mouse.move(blockBox.x + 22, blockBox.y + 54, { steps: 3 });
  await page.mouse.up();
  await expect
    .poll(async () => (await plan()).time)
    .toBe(`${String(Number(before.slice(0, 2)) + 1).padStart(2, '0')}${before.slice(2)}`);
  // The server stores the change before the page shows it; a key in between would move the old block.
  await expect(block).toContainText((await plan()).time);
  await block.getByRole('button').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(async () => (await plan()).time.slice(3)).not.toBe(before.slice(3));

  // Moves the start to the next minute: the robot runs it and the calendar shows the outcome.
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
  await callData(page, scheduleCalls.update, {
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
    return (await callData(page, calendarCalls.range, { ...range, taskId: task.id })).list[0];
  };
  await page.goto(pages.calendar({ deviceId: task.deviceId, view: 'day', day: startDate }));
  await expect.poll(async () => (await outcome())?.state).toMatch(/RUNNING|DONE/);
  await expect.poll(async () => (await outcome())?.state).toBe('DONE');
  await page.reload();
  await page.locator('.plan-block').filter({ hasText: task.name }).getByRole('button').click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(calendar.states.DONE, { exact: true })).toBeVisible();
  await panel.getByRole('link', { name: calendar.openReport }).click();
  await expect(page).toHaveURL(/historyDetail\?id=/);
  await expect(page.getByText(reports.muchQuestion)).toBeVisible();
  const runId = new URL(page.url()).searchParams.get('id')!;
  expect((await callData(page, reportCalls.detail, { id: runId })).result).toBe('SUCCESS');
});

test('a facility manager sees a missed start first, starts it from its row, and the row goes', async ({
  page,
  own,
}) => {
  const { task, robot } = await shortTask(page, own);

  // The start of a disabled task is missed at once.
  const due = new Date(Math.ceil((Date.now() + 5_000) / minuteMs) * minuteMs).toISOString();
  const [startDate = '', time = ''] = due.slice(0, 16).split('T');
  await callData(page, scheduleCalls.create, {
    taskId: task.id,
    kind: 'ONCE',
    startDate,
    time,
    timezone: 'UTC',
  });
  const { version } = await callData(page, taskCalls.detail, { id: task.id });
  const disabled = await callData(page, taskCalls.setEnabled, { id: task.id, version, enabled: false });
  const range = {
    from: new Date(Date.parse(due) - minuteMs).toISOString(),
    to: new Date(Date.parse(due) + minuteMs).toISOString(),
    taskId: task.id,
  };
  const state = async () => (await callData(page, calendarCalls.range, range)).list[0]?.state;
  await expect.poll(state).toBe('MISSED');
  await callData(page, taskCalls.setEnabled, { id: task.id, version: disabled.version, enabled: true });

  await page.goto(pages.welcome());
  const row = page.locator('.sl-need').first();
  await expect(row).toContainText(task.name);
  await expect(row).toContainText(needs.what.MISSED_START);
  await row.getByRole('button', { name: needs.press.START_TASK }).click();
  await page.getByRole('dialog').getByRole('button', { name: robot.nickname }).click();
  await expect(page.locator('.sl-need').filter({ hasText: needs.what.MISSED_START })).toHaveCount(0);
});
