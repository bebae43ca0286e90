import { deviceCalls, pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import texts from '../../apps/console/src/features/remote/diagnosis/texts/en.json' with { type: 'json' };
import { test } from '../world/own-world.ts';
import { ask, callData, signIn } from '../session.ts';

test('the figures of a robot are read, and its log while it writes it', async ({ page, own }) => {
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson());
  await page.goto(pages.device({ id: robot.id, tab: 'diagnosis' }));
  const computer = page.getByRole('region', { name: texts.computer.title });
  await expect(computer).toContainText(texts.computer.synced);
  await expect(computer).toContainText('°C');

  await page.getByRole('button', { name: texts.view.log }).click();
  await expect(page.getByText(texts.log.states.RUNNING)).toBeVisible();
  const lines = page.getByRole('listbox', { name: texts.log.lines });
  const { live } = await callData(page, deviceCalls.detail, { id: robot.id });
  const { mapId, x, y, theta } = live.position!.value;
  await ask(page, deviceCalls.navigate, {
    id: robot.id,
    mapId,
    x: x - 2 * Math.cos(theta),
    y: y - 2 * Math.sin(theta),
  });
  const moving = lines.getByRole('option').filter({ hasText: 'NAVIGATION' });
  await expect(moving.first()).toBeVisible();

  await page.getByLabel(texts.log.search).fill('NAVIGATION');
  await expect(moving).toHaveCount(await lines.getByRole('option').count());
  await moving.first().click();
  await expect(moving.first()).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: texts.log.pause }).click();
  await expect(page.getByText(/^Paused\./)).toBeVisible();
});
