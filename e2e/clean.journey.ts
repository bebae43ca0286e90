import { reportCalls, runCalls, pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import runTexts from '../apps/console/src/shared/run/texts/en.json' with { type: 'json' };
import tasks from '../apps/console/src/features/work/tasks/texts/en.json' with { type: 'json' };
import reports from '../apps/console/src/features/work/reports/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { signIn, callData } from './session.ts';

/** Eight by four metres near the docks, so that a run takes minutes and not an hour. */
const bay = { name: 'Bay', within: 'Arcade south', left: 1, bottom: 10, width: 8, height: 4 };

const percent = (text: string | null) => Number(/([\d.]+)\s*%/.exec(text ?? '')?.[1] ?? Number.NaN);

test('a run started from the console shows a growing cleaned area and ends with a report', async ({
  page,
  own,
}) => {
  const robot = await own.addRobot(await own.addFloor('mall', bay));
  await signIn(page, await own.addPerson());

  // The robot is in the list.
  await page.goto(pages.devices());
  await page.getByText(robot.nickname, { exact: true }).first().click();
  await expect(page).toHaveURL(/\/device\/detail/);
  await expect(page.getByRole('heading', { name: robot.nickname })).toBeVisible();

  // Starts a run.
  await page.goto(pages.singleTask({ deviceId: robot.id, mapId: robot.live.mapId }));
  await page.getByRole('checkbox', { name: bay.name }).check();
  await page.getByRole('button', { name: new RegExp(`^Send .*${robot.nickname.split(' ')[0]}`) }).click();
  await expect(page).toHaveURL(/run=/);
  const runId = new URL(page.url()).searchParams.get('run')!;
  await expect(page.getByRole('heading', { name: tasks.farQuestion, exact: true })).toBeVisible();

  // The cleaned area grows on the page, without a reload.
  const share = page.locator('.run-far strong');
  const cleanedPercent = async () => percent(await share.textContent());
  await expect.poll(cleanedPercent).toBeGreaterThan(5);
  const early = await cleanedPercent();
  await expect.poll(cleanedPercent).toBeGreaterThan(early + 10);

  // The run ends, and the report opens from the page.
  const report = page.getByRole('link', { name: tasks.openReport });
  await expect(report).toBeVisible();
  await report.click();
  await expect(page).toHaveURL(new RegExp(`historyDetail\\?id=${runId}`));
  await expect(page.getByText(reports.muchQuestion)).toBeVisible();
  await expect(page.getByRole('slider', { name: reports.moment })).toBeVisible();

  const run = await callData(page, runCalls.detail, { id: runId });
  expect(run.state).toBe('SUCCESS');
  const { totals, coverage } = await callData(page, reportCalls.detail, { id: runId });
  expect(totals.coverage).toBeGreaterThanOrEqual(0.97);
  expect(coverage, 'the robot uploaded its coverage picture').not.toBeNull();
  const path = await callData(page, reportCalls.path, { id: runId });
  expect(path.source).toBe('ROBOT');
  expect(path.points.length).toBeGreaterThan(20);
});

test('a run is paused, resumed and stopped from the console', async ({ page, own }) => {
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson('Cleaning supervisor'));
  await page.goto(pages.singleTask({ deviceId: robot.id, mapId: robot.live.mapId }));
  await page.getByRole('checkbox', { name: 'Atrium' }).check();
  await page.getByRole('button', { name: /^Send / }).click();
  await expect(page).toHaveURL(/run=/);
  const runId = new URL(page.url()).searchParams.get('run')!;
  const state = async () => (await callData(page, runCalls.detail, { id: runId })).state;

  await expect.poll(state).toBe('IN_PROGRESS');
  await page.getByRole('button', { name: tasks.pause, exact: true }).click();
  await page.getByRole('button', { name: tasks.resume, exact: true }).click();
  await expect.poll(state).toBe('IN_PROGRESS');
  await page.getByRole('button', { name: tasks.stop, exact: true }).click();
  await page.getByRole('button', { name: runTexts.stopAct }).click();
  await expect.poll(state).toBe('INTERRUPTED');
  await expect(page.getByRole('button', { name: tasks.pause, exact: true })).toHaveCount(0);
});
