import { pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import texts from '../apps/console/src/features/devices/settings/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { signIn } from './session.ts';

test('a setting changed while the robot is offline is applied when it reconnects', async ({ page, own }) => {
  const robot = await own.registerRobot({ speedup: 1 });
  const { id, nickname } = robot.device;
  const person = await own.addPerson();
  await signIn(page, person);
  await page.goto(pages.device({ id, tab: 'settings' }));
  const sync = page.locator('.ds-sync');
  await expect(sync).toContainText(texts.state.UNKNOWN);

  // The robot connects for the first time and reports its settings.
  robot.start();
  await expect(sync).toContainText(texts.state.IN_SYNC);
  await robot.stop();

  // The robot is offline: the change is shown as waiting.
  const headlight = page.getByRole('group', { name: texts.key.headlight });
  await headlight.getByRole('switch').click();
  await page.getByRole('button', { name: texts.saveAway.replace('{{name}}', nickname) }).click();
  await expect(headlight).toContainText(texts.state.AWAITING_AWAY);
  await expect(headlight).toContainText(texts.has.replace('{{value}}', texts.on));

  // The robot reconnects and applies the change; then its volume is changed at its screen.
  robot.start('--edit', 'volume=25@6s');
  await expect(headlight).toContainText(texts.same);
  const volume = page.getByRole('group', { name: texts.key.volume, exact: true });
  await expect(volume.getByRole('spinbutton')).toHaveValue('25');
  await expect(headlight.getByRole('switch')).not.toBeChecked();

  // The history shows both changes.
  await page.getByRole('button', { name: texts.history, exact: true }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText(person.username);
  await expect(drawer).toContainText(texts.atRobot);
});
