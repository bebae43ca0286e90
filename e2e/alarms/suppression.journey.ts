import { alarmCalls, noticeCalls, pages } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import texts from '../../apps/console/src/features/alarms/alarms/texts/en.json' with { type: 'json' };
import settings from '../../apps/console/src/features/alarms/settings/texts/en.json' with { type: 'json' };
import choices from '../../apps/console/src/shared/company-choice/texts/en.json' with { type: 'json' };
import rules from '../../apps/console/src/features/people/notice-settings/texts/en.json' with { type: 'json' };
import kit from '../../apps/console/src/kit/texts/en.json' with { type: 'json' };
import words from '../../apps/console/src/shared/words/texts/en.json' with { type: 'json' };
import { callData, signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

const [suppressed, told] = ['10102', '20110'] as const;

const alarmsOf = async (page: Page, deviceId: string) =>
  (await callData(page, alarmCalls.list, { deviceId, code: [suppressed, told] })).list;

test('the next raise of a code that is suppressed for three days is listed and is not notified', async ({
  page,
  own,
}) => {
  const { name, map } = await own.addFloor('mall');
  const robot = await own.registerRobot({ floor: { name, mapId: map.id } });
  await signIn(page, await own.addPerson());
  await page.goto(pages.alarmSettings({ keyword: suppressed }));
  const row = page.getByRole('row').filter({ hasText: suppressed });
  await row.getByRole('button', { name: kit.moreFor.replace('{{name}}', words.alarm[suppressed]) }).click();
  await page.getByRole('menuitem', { name: settings.pushes.OFF_3_DAYS }).click();
  await expect(row).toContainText(settings.offUntil.split('{{')[0]!);
  await page.goto(pages.alarmSettings({ view: 'suppressions' }));
  await expect(page.getByRole('row').filter({ hasText: suppressed })).toBeVisible();

  // Two alarms of one robot: one of them is suppressed.
  robot.start('--fault', `${suppressed}@5s*1/20s,${told}@40s`);
  await expect.poll(async () => (await alarmsOf(page, robot.device.id)).length).toBe(2);
  const alarms = await alarmsOf(page, robot.device.id);
  expect(
    alarms.map(({ code, isRead }) => ({ code, isRead })).toSorted((a, b) => a.code.localeCompare(b.code)),
  ).toEqual([
    { code: suppressed, isRead: 1 },
    { code: told, isRead: 0 },
  ]);
  await page.goto(pages.alarm({ id: alarms.find(({ code }) => code === suppressed)!.id }));
  await expect(page.getByText(texts.page.notTold)).toBeVisible();
  await page.goto(pages.alarm({ id: alarms.find(({ code }) => code === told)!.id }));
  await expect(page.getByText(texts.page.told, { exact: true })).toBeVisible();
});

test('a robot without a network is notified as offline after the minute that its company chose', async ({
  page,
  own,
}) => {
  const { name, map } = await own.addFloor('mall');
  const robot = await own.registerRobot({ floor: { name, mapId: map.id }, speedup: 1 });
  await signIn(page, await own.addPerson());
  await page.goto(pages.connectionNotices());
  await page.getByRole('button', { name: own.companyName, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const minutes = dialog.getByRole('group', { name: rules.offlineAfter }).first();
  await minutes.getByText(choices.choose).click();
  await minutes.getByRole('spinbutton').fill('1');
  await dialog.getByRole('button', { name: rules.save }).click();
  await expect(dialog).toHaveCount(0);

  // The default is ten minutes; the network of the robot fails for longer than the test lasts.
  robot.start('--offline', '30m@20s');
  const notices = async () =>
    (await callData(page, noticeCalls.deviceList, { deviceId: robot.device.id })).list;
  await expect.poll(async () => (await notices()).length).toBe(1);
  await page.goto(pages.notices({ kind: 'device' }));
  const link = page.getByRole('link', { name: `${robot.device.nickname} has been offline` });
  await expect(link).toHaveAttribute('href', pages.device({ id: robot.device.id }));
});
