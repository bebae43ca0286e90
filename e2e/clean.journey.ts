import { mapCalls, mapDraftCalls, reportCalls, runCalls, pages } from '@sweepline/contract';
import { expect, test, type Page } from '@playwright/test';
import runTexts from '../apps/console/src/shared/run/texts/en.json' with { type: 'json' };
import tasks from '../apps/console/src/features/tasks/texts/en.json' with { type: 'json' };
import reports from '../apps/console/src/features/task-reports/texts/en.json' with { type: 'json' };
import { idleRobot } from './own-robot.ts';
import { signIn, callData } from './session.ts';

/** Adds a zone of eight by four metres near the docks, so that a run takes minutes and not an hour. */
async function smallZone(page: Page, mapId: string): Promise<string> {
  const map = await callData(page, mapCalls.detail, { id: mapId });
  const existing = map.elements.zones.find(({ name }) => name === 'Bay');
  if (existing) return existing.name;
  const corridor = map.elements.zones.find(({ name }) => name === 'Arcade south')!;
  const [left, bottom] = [
    Math.min(...corridor.points.map((p) => p.x)),
    Math.min(...corridor.points.map((p) => p.y)),
  ];
  const corner = (dx: number, dy: number) => ({ x: left + 1 + dx, y: bottom + 10 + dy });
  const points = [corner(0, 0), corner(8, 0), corner(8, 4), corner(0, 4)];
  const { version, baseVersion, elements } = await callData(page, mapDraftCalls.detail, { mapId });
  const zones = [...elements.zones, { id: 'bay', type: 'CLEAN' as const, name: 'Bay', points }];
  const drawing = { mapId, version, baseVersion, elements: { ...elements, zones } };
  const draft = await callData(page, mapDraftCalls.save, drawing);
  await callData(page, mapDraftCalls.publish, { mapId, version: draft.version });
  return 'Bay';
}

const percent = (text: string | null) => Number(/([\d.]+)\s*%/.exec(text ?? '')?.[1] ?? Number.NaN);

test('a run started from the console shows a growing cleaned area and ends with a report', async ({
  page,
}) => {
  await signIn(page, 'mall.admin');
  const robot = await idleRobot(page);
  const zone = await smallZone(page, robot.live.mapId!);

  // The robot is in the list.
  await page.goto(pages.devices());
  await page.getByText(robot.nickname, { exact: true }).first().click();
  await expect(page).toHaveURL(/\/device\/detail/);
  await expect(page.getByRole('heading', { name: robot.nickname })).toBeVisible();

  // Starts a run.
  await page.goto(pages.singleTask({ deviceId: robot.id, mapId: robot.live.mapId }));
  await page.getByRole('checkbox', { name: zone }).check();
  await page.getByRole('button', { name: new RegExp(`^Send .*${robot.nickname.split(' ')[0]}`) }).click();
  await expect(page).toHaveURL(/run=/);
  const runId = new URL(page.url()).searchParams.get('run')!;
  await expect(page.getByText(tasks.farQuestion)).toBeVisible();

  // The cleaned area grows on the page, without a reload.
  const share = page.locator('.run-far strong');
  const cleanedPercent = async () => percent(await share.textContent());
  await expect.poll(cleanedPercent, { timeout: 150_000 }).toBeGreaterThan(5);
  const early = await cleanedPercent();
  await expect.poll(cleanedPercent, { timeout: 60_000 }).toBeGreaterThan(early + 10);

  // The run ends, and the report opens from the page.
  const report = page.getByRole('link', { name: tasks.openReport });
  await expect(report).toBeVisible({ timeout: 170_000 });
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

test('a run is paused, resumed and stopped from the console', async ({ page }) => {
  await signIn(page, 'mall.cleaning');
  const robot = await idleRobot(page);
  await page.goto(pages.singleTask({ deviceId: robot.id, mapId: robot.live.mapId }));
  await page.getByRole('checkbox', { name: 'Atrium' }).check();
  await page.getByRole('button', { name: /^Send / }).click();
  await expect(page).toHaveURL(/run=/);
  const runId = new URL(page.url()).searchParams.get('run')!;
  const state = async () => (await callData(page, runCalls.detail, { id: runId })).state;

  await expect.poll(state, { timeout: 60_000 }).toBe('IN_PROGRESS');
  await page.getByRole('button', { name: tasks.pause, exact: true }).click();
  await page.getByRole('button', { name: tasks.resume, exact: true }).click({ timeout: 40_000 });
  await expect.poll(state, { timeout: 30_000 }).toBe('IN_PROGRESS');
  await page.getByRole('button', { name: tasks.stop, exact: true }).click();
  await page.getByRole('button', { name: runTexts.stopAct }).click();
  await expect.poll(state, { timeout: 60_000 }).toBe('INTERRUPTED');
  await expect(page.getByRole('button', { name: tasks.pause, exact: true })).toHaveCount(0);
});
