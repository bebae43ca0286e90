import { deviceMapCalls, mapDraftCalls, pages, reportCalls, runCalls } from '@sweepline/contract';
import type { Point } from '@sweepline/map-core';
import { expect, type Page } from '@playwright/test';
import care from '../apps/console/src/features/devices/care/texts/en.json' with { type: 'json' };
import maps from '../apps/console/src/features/places/maps/texts/en.json' with { type: 'json' };
import versions from '../apps/console/src/features/places/versions/texts/en.json' with { type: 'json' };
import view from '../apps/console/src/map-view/texts/en.json' with { type: 'json' };
import { choose } from './choose.ts';
import { test } from './world/own-world.ts';
import { callData, signIn } from './session.ts';

const { editor } = maps;
const [widthPx, heightPx, rimPx] = [240, 200, 4];

/** A hall of twelve by ten metres with a wall around it, as `map_saver` writes it. */
function hallPicture(): Buffer {
  const isInside = (i: number) => {
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    return x >= rimPx && y >= rimPx && x < widthPx - rimPx && y < heightPx - rimPx;
  };
  const pixels = Uint8Array.from({ length: widthPx * heightPx }, (_, i) => (isInside(i) ? 254 : 0));
  return Buffer.concat([Buffer.from(`P5\n${widthPx} ${heightPx}\n255\n`), pixels]);
}
const hallYaml =
  'image: hall.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n';

const rectangle = (minX: number, minY: number, maxX: number, maxY: number): Point[] => [
  { x: minX, y: minY },
  { x: maxX, y: minY },
  { x: maxX, y: maxY },
  { x: minX, y: maxY },
];

const setFile = (page: Page, slot: string, name: string, mimeType: string, buffer: Buffer) =>
  page.locator(`input[data-slot=${slot}]`).setInputFiles({ name, mimeType, buffer });

async function importHall(page: Page, name: string): Promise<string> {
  await page.goto(pages.mapImport());
  await setFile(page, 'picture', 'hall.pgm', 'image/x-portable-graymap', hallPicture());
  await setFile(page, 'yaml', 'hall.yaml', 'text/yaml', Buffer.from(hallYaml));
  await expect(page.getByText(maps.freeArea).first()).toBeVisible();
  await page.getByLabel(maps.name, { exact: true }).fill(name);
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/mapDetail\?id=/);
  return new URL(page.url()).searchParams.get('id')!;
}

/** Adds an area by coordinates and names it. */
async function addArea(page: Page, kind: string, name: string, points: readonly Point[]) {
  await page.getByRole('button', { name: editor.addByCoordinates }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByRole('combobox'), kind);
  await dialog.locator('textarea').fill(points.map(({ x, y }) => `${x} ${y}`).join('\n'));
  await dialog.getByRole('button', { name: editor.addAct, exact: true }).click();
  await page.getByLabel(maps.zoneNameLabel, { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.locator('.maps-element', { hasText: name })).toBeVisible();
}

async function publish(page: Page, mapId: string) {
  await expect(page.getByText(editor.draftSaved)).toBeVisible();
  const { currentVersion } = await callData(page, mapDraftCalls.detail, { mapId });
  await page.getByRole('button', { name: editor.publish, exact: true }).click();
  await page.getByRole('button', { name: editor.publishAct }).click();
  const version = String(currentVersion + 1);
  await expect(page.getByText(editor.onVersion.replace('{{version}}', version))).toBeVisible();
}

async function sendTo(page: Page, mapId: string, robot: { id: string; nickname: string }) {
  await page.goto(pages.mapDevices({ id: mapId }));
  await page.getByRole('button', { name: versions.send }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(robot.nickname).first().click();
  await dialog.getByRole('button', { name: versions.sendTo_one.replace('{{count}}', '1') }).click();
  const status = async () => (await callData(page, deviceMapCalls.list, { mapId })).list[0]?.status;
  await expect.poll(status).toBe('ENABLED');
}

/** Relocates the robot onto the map, named in the dialog, at a place given in metres. */
async function relocate(page: Page, deviceId: string, mapId: string, mapName: string, at: Point) {
  await page.goto(pages.device({ id: deviceId, tab: 'control' }));
  await page.getByRole('button', { name: care.enter }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByRole('combobox'), mapName);
  await dialog.getByRole('button', { name: care.enter }).click();
  await expect(page.getByText(care.poseOn.replace('{{map}}', mapName))).toBeVisible();
  await page.getByRole('spinbutton', { name: /^x\b/ }).fill(String(at.x));
  await page.getByRole('spinbutton', { name: /^y\b/ }).fill(String(at.y));
  await page.getByRole('button', { name: care.setPose }).click();
  const status = async () => (await callData(page, deviceMapCalls.list, { mapId })).list[0]?.status;
  await expect.poll(status).toBe('IN_USE');
  await expect(page.getByText(care.knowsPlace)).toBeVisible();
}

test('an imported map is drawn on, sent, and cleaned after relocation, and the figures of its report agree', async ({
  page,
  own,
}) => {
  const robot = await own.addRobot(await own.addFloor('office'), { start: [20, 12, 0], speedup: 16 });
  await signIn(page, await own.addPerson());
  const name = `Hall ${Date.now().toString(36)}`;
  const mapId = await importHall(page, name);
  await page.goto(pages.mapEditor({ id: mapId }));
  await addArea(page, view.zoneType.CLEAN, 'Dance floor', rectangle(2, 2, 8, 7));
  await addArea(page, view.zoneType.NO_GO, 'Stage', rectangle(4, 4, 5.5, 5.5));
  await publish(page, mapId);
  await sendTo(page, mapId, robot);
  await relocate(page, robot.id, mapId, name, { x: 10, y: 5 });

  await page.goto(pages.singleTask({ deviceId: robot.id, mapId }));
  await page.getByRole('checkbox', { name: 'Dance floor' }).check();
  await page.getByRole('button', { name: /^Send / }).click();
  await expect(page).toHaveURL(/run=/);
  const runId = new URL(page.url()).searchParams.get('run')!;
  const state = async () => (await callData(page, runCalls.detail, { id: runId })).state;
  await expect.poll(state, { intervals: [2_000] }).toBe('SUCCESS');

  await page.goto(pages.report({ id: runId }));
  // Until the server has measured the floor, the report has the robot's own figures, without the no-go area.
  const noGoArea = async () => (await callData(page, reportCalls.detail, { id: runId })).totals.noGoM2;
  await expect.poll(noGoArea, { intervals: [1_000] }).not.toBeNull();
  const { totals, map, areas } = await callData(page, reportCalls.detail, { id: runId });
  expect(map?.id).toBe(mapId);
  const { plannedM2, noGoM2, cleanedM2, uncleanedM2, coverage } = totals;
  // Six by five metres, and the no-go area of 1.5 by 1.5 metres in it.
  expect(plannedM2!).toBeCloseTo(30, 0);
  expect(Math.abs(noGoM2! - 2.25)).toBeLessThan(0.5);
  expect(cleanedM2! + uncleanedM2!).toBeCloseTo(plannedM2! - noGoM2!, 1);
  expect(coverage!).toBeCloseTo(cleanedM2! / (plannedM2! - noGoM2!), 2);
  expect(areas.reduce((sum, area) => sum + area.cleanedM2!, 0)).toBeCloseTo(cleanedM2!, 0);
  const path = await callData(page, reportCalls.path, { id: runId });
  const onStage = path.points.filter(([, x, y]) => x > 4.1 && x < 5.4 && y > 4.1 && y < 5.4);
  expect(onStage).toEqual([]);
});
