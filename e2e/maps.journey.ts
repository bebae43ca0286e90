import { fieldReasons, mapCalls, mapDraftCalls, pages } from '@sweepline/contract';
import { arenaMap, depotKeepoutMask, depotMap, type RobotMap } from '@sweepline/map-core/test-kit';
import { expect, type Page } from '@playwright/test';
import view from '../apps/console/src/map-view/texts/en.json' with { type: 'json' };
import maps from '../apps/console/src/features/places/maps/texts/en.json' with { type: 'json' };
import { canvasOf } from './map-place.ts';
import { test } from './world/own-world.ts';
import { signIn, callData } from './session.ts';

/** A hall of ten by eight metres with a wall around it, as PGM. */
function hall(): Buffer {
  const [width, height] = [200, 160];
  const rim = 4;
  const inside = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x >= rim && y >= rim && x < width - rim && y < height - rim;
  };
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => (inside(i) ? 254 : 0));
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}
const hallYaml =
  'image: hall.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n';

const setFile = (
  page: Page,
  slot: string,
  file: string | { name: string; mimeType: string; buffer: Buffer },
) => page.locator(`input[data-slot=${slot}]`).setInputFiles(file);

test('an imported ROS map and a zone drawn on it are there after a reload', async ({ page, own }) => {
  await signIn(page, await own.addPerson());
  await page.goto(pages.mapImport());

  // A picture with a false size is refused at its field, and the other input stays.
  const lie = Buffer.from('P5\n900 900\n255\nfew');
  await setFile(page, 'picture', { name: 'hall.pgm', mimeType: 'image/x-portable-graymap', buffer: lie });
  await setFile(page, 'yaml', { name: 'hall.yaml', mimeType: 'text/yaml', buffer: Buffer.from(hallYaml) });
  await expect(page.getByText(fieldReasons.PICTURE_TRUNCATED.en)).toBeVisible();

  await setFile(page, 'picture', { name: 'hall.pgm', mimeType: 'image/x-portable-graymap', buffer: hall() });
  await expect(page.getByText(maps.freeArea).first()).toBeVisible();
  const name = `Hall ${Date.now().toString(36)}`;
  await page.getByLabel(maps.name, { exact: true }).fill(name);
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/mapDetail\?id=/);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('id')!;

  await page.goto(pages.mapEditor({ id }));
  await page.getByRole('button', { name: view.tool.zone }).click();
  const box = (await canvasOf(page).boundingBox())!;
  for (const [x, y] of [
    [0.42, 0.42],
    [0.58, 0.42],
    [0.58, 0.58],
    [0.42, 0.58],
  ] as const)
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  await page.keyboard.press('Enter');
  const drawn = async () => (await callData(page, mapDraftCalls.detail, { mapId: id })).elements.zones;
  await expect.poll(async () => (await drawn()).length).toBe(1);

  const [zone] = await drawn();
  expect(zone!.points).toHaveLength(4);
  for (const { x, y } of zone!.points) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(10);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(8);
  }
  await page.reload();
  await expect(page.getByText(zone!.name).first()).toBeVisible();
});

/** The picture and the YAML of a map, in the slots of these names. */
const putMap = async (page: Page, [slot, yamlSlot]: [string, string], name: string, map: RobotMap) => {
  const buffer = Buffer.from(map.picture);
  await setFile(page, slot, { name: `${name}.pgm`, mimeType: 'image/x-portable-graymap', buffer });
  await setFile(page, yamlSlot, {
    name: `${name}.yaml`,
    mimeType: 'text/yaml',
    buffer: Buffer.from(map.yaml),
  });
};

test('maps in the form that robots write are imported, and a mask becomes no-go zones', async ({
  page,
  own,
}) => {
  await signIn(page, await own.addPerson());
  for (const [name, map, mask] of [
    ['depot', depotMap(), depotKeepoutMask()],
    ['arena', arenaMap(), undefined],
  ] as const) {
    await page.goto(pages.mapImport());
    await putMap(page, ['picture', 'yaml'], name, map);
    if (mask) await putMap(page, ['mask', 'maskYaml'], `${name}_keepout`, mask);
    // Waits for all files; the picture alone already shows a map.
    await expect(page.locator('.maps-slot-read')).toHaveCount(mask ? 4 : 2);
    await expect(page.getByText(maps.resolution, { exact: true })).toBeVisible();
    await page.getByLabel(maps.name, { exact: true }).fill(`${name} ${Date.now().toString(36)}`);
    await page.locator('form button[type=submit]').click();
    await expect(page).toHaveURL(/mapDetail\?id=/);
    const id = new URL(page.url()).searchParams.get('id')!;
    const { elements, freeM2 } = await callData(page, mapCalls.detail, { id });
    expect(freeM2).toBeGreaterThan(5);
    const forbidden = elements.zones.filter(({ type }) => type === 'NO_GO').length;
    if (mask) expect(forbidden).toBeGreaterThan(0);
    else expect(forbidden).toBe(0);
  }
});
