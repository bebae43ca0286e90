import { expect } from '@playwright/test';
import { pages } from '@sweepline/contract';
import texts from '../../apps/console/src/features/remote/logs/texts/en.json' with { type: 'json' };
import { signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

test('the logs of the last 24 hours are fetched from a robot, and a line is found in them', async ({
  page,
  own,
}) => {
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson());
  await page.goto(pages.deviceLogs());
  await page.getByRole('button', { name: texts.oneClick }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: robot.sn }).check();
  await dialog.getByRole('button', { name: texts.oneClickAct_one.replace('{{count}}', '1') }).click();
  await expect(dialog).toHaveCount(0);

  const row = page.getByRole('row').filter({ hasText: robot.sn });
  await expect(row).toContainText(texts.states.DONE);
  await row.getByRole('link').first().click();
  const lines = page.getByRole('region', { name: texts.lines });
  await expect(lines).toContainText('started');

  await page.getByLabel(texts.searchLines).fill('ONLINE');
  await page.keyboard.press('Enter');
  await expect(lines).toContainText('online');
  await expect(lines).not.toContainText('started');
  await expect(lines).toContainText(texts.end);
  // The address has the search, so a colleague reads the same lines.
  await page.reload();
  await expect(lines).toContainText('online');
  await expect(lines).not.toContainText('started');

  // The same logs are a folder of the store, beside the files that are still on the robot.
  await page.goto(pages.deviceLogs({ view: 'store', dir: `/${robot.sn}` }));
  await page.getByRole('button', { name: texts.askRobot }).click();
  const onRobot = page.getByRole('tree', { name: texts.onRobot });
  const file = onRobot.getByRole('treeitem', { level: 2 }).first();
  await file.getByRole('checkbox').check();
  await page.getByRole('button', { name: texts.fetchChosen }).click();
  const folders = page.getByRole('tree', { name: texts.folders }).getByRole('treeitem', { level: 2 });
  await expect(folders).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: texts.downloadFolder }).click();
  expect((await download).suggestedFilename()).toBe(`logs-${robot.sn}.zip`);
});
