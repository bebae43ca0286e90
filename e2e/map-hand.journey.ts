import { readFile } from 'node:fs/promises';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { mapCalls, mapDraftCalls, type MapDetail, pages } from '@sweepline/contract';
import { bundleFiles } from '@sweepline/contract/robot';
import { FREE, OCCUPIED, unzip, valueAt, type Point } from '@sweepline/map-core';
import { expect, type Page, type Route } from '@playwright/test';
import view from '../apps/console/src/map-view/texts/en.json' with { type: 'json' };
import kit from '../apps/console/src/kit/texts/en.json' with { type: 'json' };
import versions from '../apps/console/src/features/places/versions/texts/en.json' with { type: 'json' };
import texts from '../apps/console/src/features/places/maps/texts/en.json' with { type: 'json' };
import { choose } from './choose.ts';
import { canvasOf, onScreen as spotOf, viewOf } from './map-place.ts';
import { unpackPng } from '../apps/server/src/platform/files/png.ts';
import { test } from './world/own-world.ts';
import { signIn, callData } from './session.ts';

const { editor } = texts;
/** An empty hall of ten by eight metres. */
const [width, height] = [200, 160];
const hall = Buffer.concat([
  Buffer.from(`P5\n${width} ${height}\n255\n`),
  Buffer.alloc(width * height, FREE),
]);
const yaml =
  'image: hall.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n';
const raster = { width, height, resolution: 0.05, originX: 0, originY: 0 };
const whole = { minX: 0, minY: 0, maxX: 10, maxY: 8 };

/** Imports a map for this journey only. */
async function ownMap(page: Page): Promise<string> {
  const { session = '' } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('session') ?? '{}') as { session?: string },
  );
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  const answer = await page.request.post(`/api/${mapCalls.import.path}`, {
    headers: { authorization: session },
    multipart: {
      name: `Hand ${Date.now().toString(36)}`,
      picture: file('hall.pgm', hall),
      yaml: file('hall.yaml', Buffer.from(yaml)),
    },
  });
  return ((await answer.json()) as { data: MapDetail }).data.id;
}

const open = async (page: Page, mapId: string) => {
  await page.goto(pages.mapEditor({ id: mapId }));
  await expect(page.getByRole('toolbar', { name: view.tools })).toBeVisible();
  await canvasOf(page).focus();
};

/** Screen position of a map point while the whole map is visible. */
const onScreen = async (page: Page, place: Point) => spotOf(page, await viewOf(page, whole), place);

async function drag(page: Page, from: Point, to: Point) {
  const [start, end] = [await onScreen(page, from), await onScreen(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

async function wall(page: Page, places: readonly Point[]) {
  await page.keyboard.press('w');
  for (const place of places) {
    const { x, y } = await onScreen(page, place);
    await page.mouse.click(x, y);
  }
  await page.keyboard.press('Enter');
}

const walls = (page: Page) =>
  page.locator('.maps-layer', { hasText: editor.kinds.wall }).locator('.maps-element');
const saved = (page: Page) => expect(page.getByText(editor.draftSaved)).toBeVisible();
const stored = async (page: Page, mapId: string) =>
  (await callData(page, mapDraftCalls.detail, { mapId })).elements.walls.length;

/** The grid of a version from its exported bundle. */
async function exportedCells(page: Page, mapId: string, version: number): Promise<Uint8Array> {
  await page.goto(pages.mapVersions({ id: mapId }));
  const label = versions.version.replace('{{version}}', String(version));
  await page.getByRole('button', { name: kit.moreFor.replace('{{name}}', label) }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: view.export.BUNDLE }).click(),
  ]);
  const packing = {
    deflateRaw: (bytes: Uint8Array) => deflateRawSync(bytes),
    inflateRaw: (bytes: Uint8Array) => inflateRawSync(bytes),
    crc32,
  };
  const read = unzip(await readFile(await file.path()), { entries: 8, bytes: 1_000_000 }, packing);
  if (!read.ok) throw new Error(read.fault);
  return Uint8Array.from((await unpackPng(read.value.get(bundleFiles.grid)!)).data);
}

/** Paints the floor, publishes it and checks the cells of the exported bundle. */
async function repairFloor(page: Page, mapId: string) {
  await open(page, mapId);
  await page.keyboard.press('e');
  await choose(page.getByLabel(view.brushLabel), view.brush.obstacle);
  await drag(page, { x: 2, y: 4 }, { x: 8, y: 4 });
  await choose(page.getByLabel(view.brushLabel), view.brush.floor);
  await canvasOf(page).focus();
  await drag(page, { x: 5, y: 3 }, { x: 5, y: 5 });
  await saved(page);
  await page.getByRole('button', { name: editor.publish, exact: true }).click();
  await page.getByRole('button', { name: editor.publishAct }).click();
  await expect(page.getByText(editor.asPublished)).toBeVisible();
  const cells = await exportedCells(page, mapId, 2);
  const at = (x: number, y: number) => valueAt({ ...raster, cells }, x, y);
  expect([at(2.5, 4), at(7.5, 4)]).toEqual([OCCUPIED, OCCUPIED]);
  // Free where the second stroke crossed, unchanged beside it.
  expect([at(5, 4), at(2.5, 5)]).toEqual([FREE, FREE]);
}

/** Closes a tab before its save reaches the server: the old draft stays, and the next tab offers to restore the drawing. */
async function closeBeforeSave(page: Page, mapId: string): Promise<Page> {
  await open(page, mapId);
  const path = `**/api/${mapDraftCalls.save.path}`;
  const saveRequest = new Promise<Route>((done) => void page.route(path, done));
  await wall(page, [
    { x: 2, y: 2 },
    { x: 4, y: 2 },
  ]);
  const context = page.context();
  // Aborted here, because closing the page would release a held request.
  await (await saveRequest).abort();
  await page.close();
  const again = await context.newPage();
  await open(again, mapId);
  expect(await stored(again, mapId)).toBe(0);
  await expect(again.getByText(editor.leftTitle)).toBeVisible();
  await again.getByRole('button', { name: editor.leftRestore }).click();
  await expect(walls(again)).toHaveCount(1);
  await saved(again);
  expect(await stored(again, mapId)).toBe(1);
  return again;
}

/** Closes a tab after the server has saved and before the answer: the new draft stays, and nothing is offered. */
async function closeBeforeAnswer(page: Page, mapId: string): Promise<Page> {
  const reached = new Promise<void>((done) => {
    void page.route(`**/api/${mapDraftCalls.save.path}`, async (route) => {
      await route.fetch();
      done();
    });
  });
  await walls(page).first().click();
  await canvasOf(page).focus();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(walls(page)).toHaveCount(2);
  await reached;
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await open(again, mapId);
  await expect(walls(again)).toHaveCount(2);
  await expect(again.getByText(editor.draftSaved)).toBeVisible();
  await expect(again.getByText(editor.leftTitle)).toHaveCount(0);
  return again;
}

/** Pinch: two fingers move apart by this many pixels each. */
async function pinch(page: Page, apartPx: number) {
  const [left, right] = [await onScreen(page, { x: 4, y: 4 }), await onScreen(page, { x: 6, y: 4 })];
  const devTools = await page.context().newCDPSession(page);
  const fingers = (type: 'touchStart' | 'touchMove', apart: number) => {
    const touchPoints = [
      { x: left.x - apart, y: left.y, id: 1 },
      { x: right.x + apart, y: right.y, id: 2 },
    ];
    return devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await fingers('touchStart', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await fingers('touchMove', share * apartPx);
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Zooms with two fingers on a phone and draws a wall with one. */
async function drawByTouch(page: Page, mapId: string) {
  await page.goto(pages.mapEditor({ id: mapId }));
  await page.getByRole('button', { name: view.tool.wall }).tap();
  const bar = page.locator('.sl-map-scale');
  const pxPerMetre = async () =>
    (await bar.boundingBox())!.width / Number.parseFloat((await bar.textContent())!);
  const before = await pxPerMetre();
  await pinch(page, 60);
  await expect.poll(pxPerMetre).toBeGreaterThan(before * 2);
  await page.getByRole('button', { name: view.fit }).tap();
  await expect.poll(pxPerMetre).toBeCloseTo(before, 1);
  for (const place of [
    { x: 6, y: 6 },
    { x: 8, y: 6 },
  ]) {
    const { x, y } = await onScreen(page, place);
    await page.touchscreen.tap(x, y);
  }
  await page.getByRole('button', { name: view.command.finish }).tap();
  // Exactly one wall more: the pinch did not change the drawing.
  await expect.poll(() => stored(page, mapId)).toBe(3);
}

test('a map is painted, survives a tab closed while saving, and is edited by touch', async ({
  page,
  browser,
  own,
}) => {
  await signIn(page, await own.addPerson());
  const mapId = await ownMap(page);
  await repairFloor(page, mapId);
  const lastTab = await closeBeforeAnswer(await closeBeforeSave(page, mapId), mapId);
  const storageState = await lastTab.context().storageState();
  const phone = await browser.newContext({
    storageState,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await drawByTouch(await phone.newPage(), mapId);
  await phone.close();
});
