import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { managedFileCalls, pages, uploadCalls } from '@sweepline/contract';
import files from '../../apps/console/src/features/remote/files/texts/en.json' with { type: 'json' };
import kit from '../../apps/console/src/kit/texts/en.json' with { type: 'json' };
import words from '../../apps/console/src/shared/words/texts/en.json' with { type: 'json' };
import uploads from '../../apps/console/src/shared/uploads/texts/en.json' with { type: 'json' };
import { callData, signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

const megabyte = 1024 * 1024;
const sizeMb = 200;

/** A file of 200 MB with different bytes everywhere, and its MD5. */
async function aLargeFile(folder: string): Promise<{ path: string; md5: string }> {
  const path = join(folder, 'voices.zip');
  const md5 = createHash('md5');
  for (let part = 0; part < sizeMb / 8; part++) {
    const bytes = randomBytes(8 * megabyte);
    md5.update(bytes);
    await appendFile(path, bytes);
  }
  return { path, md5: md5.digest('hex') };
}

/** Sets the pace of the page's uploads, so that the reload comes in between. */
async function paceOf(page: Page) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  return async (bytesPerSecond: number) =>
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
}

test('an upload of 200 MB that a reload interrupts goes on and is listed with the right bytes', async ({
  page,
  own,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-journey-'));
  try {
    const { path, md5 } = await aLargeFile(folder);
    await signIn(page, await own.addPerson());
    await page.goto(pages.files());
    const setPace = await paceOf(page);
    await setPace(30 * megabyte);
    await page.getByRole('button', { name: files.upload }).first().click();
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(path);
    await page.getByRole('dialog').locator('#file-label').fill('voice');
    await page.getByRole('button', { name: files.uploadAct_one.replace('{{count}}', '1') }).click();

    const received = async () =>
      (await callData(page, uploadCalls.list, { purpose: 'FILE' })).list[0]?.receivedBytes ?? 0;
    await expect.poll(received).toBeGreaterThan(0);
    await page.reload();
    await expect(page.getByText(uploads.waitsForFile)).toBeVisible();
    const before = await received();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(sizeMb * megabyte);

    await setPace(-1);
    await page.locator('.upload-dock input[type=file]').setInputFiles(path);
    const row = page.getByRole('row').filter({ hasText: 'voices.zip' });
    await expect(row).toContainText('200 MB');
    await expect(row).toContainText('voice');
    const { list } = await callData(page, managedFileCalls.list, {});
    expect(list).toMatchObject([{ name: 'voices.zip', bytes: sizeMb * megabyte, md5 }]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a file is sent to three robots, and the one that is switched off gets it when it is back', async ({
  page,
  own,
}) => {
  const floor = await own.addFloor('mall');
  const online = [await own.addRobot(floor), await own.addRobot(floor)];
  const off = await own.registerRobot({ floor: { name: floor.name, mapId: floor.map.id } });
  await signIn(page, await own.addPerson());
  await page.goto(pages.files());
  await page.getByRole('button', { name: files.upload }).first().click();
  const floorPlan = { name: 'floor.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(floorPlan);
  await page.getByRole('button', { name: files.uploadAct_one.replace('{{count}}', '1') }).click();
  await page.getByRole('button', { name: kit.moreFor.replace('{{name}}', floorPlan.name) }).click();
  await page.getByRole('menuitem', { name: files.push }).click();
  const dialog = page.getByRole('dialog');
  for (const { sn } of [...online, off.device]) await dialog.getByRole('checkbox', { name: sn }).check();
  await dialog.getByRole('button', { name: files.push }).click();

  const rowOf = ({ nickname, sn }: { nickname: string; sn: string }) =>
    page.getByRole('row').filter({ hasText: nickname || sn });
  for (const robot of online) await expect(rowOf(robot)).toContainText(words.jobPhase.DONE);
  await expect(rowOf(off.device)).toContainText(words.jobPhase.WAITING);
  off.start();
  await expect(rowOf(off.device)).toContainText(words.jobPhase.DONE);
});
