import { deviceMapCalls, mapDraftCalls, reportCalls, runCalls, pages } from '@sweepline/contract';
import { boxAround, boxGrown, segmentsMeet, type Point } from '@sweepline/map-core';
import { expect, type Page } from '@playwright/test';
import view from '../apps/console/src/map-view/texts/en.json' with { type: 'json' };
import type { View } from '../apps/console/src/map-view/canvas/view.ts';
import texts from '../apps/console/src/features/places/maps/texts/en.json' with { type: 'json' };
import { choose } from './choose.ts';
import { onScreen, viewOf } from './map-place.ts';
import { test } from './world/own-world.ts';
import { signIn, callData } from './session.ts';

const { editor } = texts;

/** Clicks on a point of the map, given in metres. */
async function clickOn(page: Page, view: View, place: Point) {
  const { x, y } = await onScreen(page, view, place);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

/** Adds an element by coordinates in the dialog. */
async function addByCoordinates(page: Page, what: string, places: readonly Point[]) {
  await page.getByRole('button', { name: editor.addByCoordinates }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByRole('combobox'), what);
  await dialog
    .locator('textarea')
    .fill(places.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('\n'));
  await dialog.getByRole('button', { name: editor.addAct, exact: true }).click();
}

const rowOf = (page: Page, name: string) => page.locator('.maps-element', { hasText: name });
const rename = async (page: Page, name: string) => {
  await page.getByLabel(texts.zoneNameLabel, { exact: true }).fill(name);
  await page.keyboard.press('Enter');
};
const saved = (page: Page) => expect(page.getByText(editor.draftSaved)).toBeVisible();

test('a robot receives a published wall and cleans around it', async ({ page, own }) => {
  const floor = await own.addFloor('mall');
  const mapId = floor.map.id;
  const robot = await own.addRobot(floor, { speedup: 16 });
  await signIn(page, await own.addPerson());
  const before = await callData(page, mapDraftCalls.detail, { mapId });
  const corridor = before.elements.zones.find(({ name }) => name === 'Arcade south')!;
  const { minX, minY } = boxAround(corridor.points);
  const name = `Round ${Date.now().toString(36)}`;
  const bay = [
    { x: minX + 1, y: minY + 14.5 },
    { x: minX + 8, y: minY + 14.5 },
    { x: minX + 8, y: minY + 18.5 },
    { x: minX + 1, y: minY + 18.5 },
  ];

  // Adds a zone by coordinates and zooms to it.
  await page.goto(pages.mapEditor({ id: mapId }));
  await addByCoordinates(page, view.zoneType.CLEAN, bay);
  await rename(page, name);
  await expect(rowOf(page, name)).toBeVisible();
  await page.locator('.sl-map-canvas').focus();
  await page.keyboard.press('z');
  const zoneView = await viewOf(page, boxGrown(boxAround(bay), 1));

  // Draws two walls and undoes the second.
  const wall = [
    { x: minX + 4.5, y: minY + 15.5 },
    { x: minX + 4.5, y: minY + 18 },
  ] as const;
  const walls = page.locator('.maps-layer', { hasText: editor.kinds.wall }).locator('.maps-element');
  const wallCount = await walls.count();
  for (const places of [wall, [bay[0]!, bay[1]!]]) {
    await page.keyboard.press('w');
    for (const place of places) await clickOn(page, zoneView, place);
    await page.keyboard.press('Enter');
  }
  await expect(walls).toHaveCount(wallCount + 2);
  await page.keyboard.press('Control+z');
  await expect(walls).toHaveCount(wallCount + 1);
  await expect(page.getByRole('button', { name: `${view.command.redo}: ${view.step.draw}` })).toBeEnabled();

  // A duplicate name is found, and undo removes the finding.
  await rowOf(page, name).click();
  await page.keyboard.press('Control+d');
  await rename(page, name);
  await page.getByRole('tab', { name: new RegExp(editor.checks) }).click();
  await page.locator('.maps-finding', { hasText: editor.findings.duplicateName }).click();
  await expect(page.getByText(editor.selected_other.replace('{{count}}', '2'))).toBeVisible();
  await page.locator('.sl-map-canvas').focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(page.getByText(editor.noFindings)).toBeVisible();

  // The draft is saved automatically and is there after a reload.
  await saved(page);
  await page.reload();
  await expect(rowOf(page, name)).toBeVisible();
  await expect(walls).toHaveCount(wallCount + 1);

  await page.getByRole('button', { name: editor.publish, exact: true }).click();
  await page.getByLabel(editor.note).fill('A wall in the arcade');
  await page.getByRole('button', { name: editor.publishAct }).click();
  const version = before.currentVersion + 1;
  await expect(page.getByText(editor.onVersion.replace('{{version}}', String(version)))).toBeVisible();

  // The robot has received the version.
  const onRobot = async () => {
    const { list } = await callData(page, deviceMapCalls.list, { mapId });
    const row = list.find(({ device }) => device.id === robot.id);
    return row && ['ENABLED', 'IN_USE'].includes(row.status) ? row.version : undefined;
  };
  await expect.poll(onRobot).toBe(version);

  // The robot cleans on both sides of the wall and never crosses it.
  await page.goto(pages.singleTask({ deviceId: robot.id, mapId }));
  await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: /^Send / }).click();
  await expect(page).toHaveURL(/run=/);
  const runId = new URL(page.url()).searchParams.get('run')!;
  const state = async () => (await callData(page, runCalls.detail, { id: runId })).state;
  await expect.poll(state, { intervals: [2_000] }).toBe('SUCCESS');
  const path = await callData(page, reportCalls.path, { id: runId });
  const points = path.points.map(([, x, y]) => ({ x, y }));
  const beside = points.filter(({ y }) => y > wall[0].y && y < wall[1].y);
  expect(beside.some(({ x }) => x < wall[0].x)).toBe(true);
  expect(beside.some(({ x }) => x > wall[0].x)).toBe(true);
  const crossings = points.filter((p, i) => i > 0 && segmentsMeet(points[i - 1]!, p, ...wall));
  expect(crossings).toEqual([]);
});
