import { pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import settings from '../../apps/console/src/features/alarms/settings/texts/en.json' with { type: 'json' };
import alarms from '../../apps/console/src/features/alarms/alarms/texts/en.json' with { type: 'json' };
import texts from '../../apps/console/src/shared/video/texts/en.json' with { type: 'json' };
import words from '../../apps/console/src/shared/words/texts/en.json' with { type: 'json' };
import remoteAccess from '../../apps/console/src/features/remote/remote-access/texts/en.json' with { type: 'json' };
import { choose } from '../choose.ts';
import { signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

const code = '20110';
const startOf = (text: string) => new RegExp(`^${text.split('{{')[0]}`);

test('a picture of a jammed robot is taken, attached to its alarm and detached', async ({ page, own }) => {
  const { name, map } = await own.addFloor('mall');
  const robot = await own.registerRobot({ floor: { name, mapId: map.id } });
  robot.start('--fault', `${code}@5s`);
  await signIn(page, await own.addPerson());
  await page.goto(pages.alarms({ deviceId: robot.device.id }));
  const alarmLink = page.getByRole('link', { name: words.alarm[code] });
  await expect(alarmLink).toBeVisible();
  await alarmLink.click();
  await expect(page.getByText(alarms.remedies[code], { exact: true })).toBeVisible();

  await page.getByRole('button', { name: texts.evidence.attach }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: texts.evidence.takeNew }).click();
  const { FRONT } = texts.camera;
  await dialog.getByRole('button', { name: FRONT, exact: true }).click();
  const picture = dialog.getByRole('img', { name: texts.pictureOf.replace('{{name}}', FRONT) });
  await expect(picture).toBeVisible();
  await dialog.getByRole('button', { name: startOf(texts.snapshot) }).click();
  await dialog.getByRole('button', { name: startOf(texts.evidence.pickOf) }).click();
  await expect(dialog).toHaveCount(0);

  const snapshot = page.getByRole('button', { name: startOf(texts.snapshotOf) });
  await snapshot.click();
  await expect(dialog.getByRole('img', { name: startOf(texts.snapshotOf) })).toBeVisible();
  await dialog.getByRole('button', { name: texts.evidence.detach }).click();
  await dialog.getByRole('button', { name: texts.evidence.detach }).click();
  await expect(page.getByText(texts.evidence.none)).toBeVisible();
  await expect(snapshot).toHaveCount(0);
});

test('a robot brings the picture of its alarm by itself where its company asks for it', async ({
  page,
  own,
}) => {
  const { name, map } = await own.addFloor('mall');
  const robot = await own.registerRobot({ floor: { name, mapId: map.id } });
  await signIn(page, await own.addPerson());
  await page.goto(pages.alarmSettings({}));
  await page.getByRole('button', { name: settings.snapshots.open }).click();
  const dialog = page.getByRole('dialog');
  await choose(
    dialog.getByLabel(settings.snapshots.fromLevel),
    settings.snapshots.levelFrom.replace('{{level}}', '1'),
  );
  await dialog.getByRole('button', { name: settings.snapshots.save }).click();
  await expect(dialog).toHaveCount(0);

  robot.start('--fault', `${code}@5s`);
  await page.goto(pages.alarms({ deviceId: robot.device.id }));
  const alarmLink = page.getByRole('link', { name: words.alarm[code] });
  await expect(alarmLink).toBeVisible();
  await alarmLink.click();
  const snapshot = page.getByRole('button', { name: startOf(texts.snapshotOf) });
  await expect(snapshot).toBeVisible();
  await snapshot.click();
  await expect(dialog.getByRole('img', { name: startOf(texts.snapshotOf) })).toBeVisible();
  const byRule = texts.evidence.takenByRule.split(', {{at}}')[0]!.replace('{{name}}', own.companyName);
  await expect(dialog.getByText(byRule)).toBeVisible();
  await page.goto(pages.remoteAccess({ deviceId: robot.device.id }));
  await expect(page.getByText(remoteAccess.rights.RULE).first()).toBeVisible();
});
