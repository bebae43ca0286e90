import { alarmCalls, pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import texts from '../../apps/console/src/features/alarms/alarms/texts/en.json' with { type: 'json' };
import kit from '../../apps/console/src/kit/texts/en.json' with { type: 'json' };
import words from '../../apps/console/src/shared/words/texts/en.json' with { type: 'json' };
import { callData, signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

const code = '20110';
const result = 'Cord removed from the brush';

test('the alarm of a jammed robot is acknowledged and processed, and the page of the service desk above follows', async ({
  page,
  browser,
  own,
}) => {
  const { name, map } = await own.addFloor('mall');
  const robot = await own.registerRobot({ floor: { name, mapId: map.id } });
  robot.start('--fault', `${code}@5s`);
  await signIn(page, await own.addPerson('Cleaning supervisor'));

  // The operator finds the alarm.
  await page.goto(pages.alarms({ deviceId: robot.device.id }));
  const alarmLink = page.getByRole('link', { name: words.alarm[code] });
  await expect(alarmLink).toBeVisible();
  const { list } = await callData(page, alarmCalls.list, { deviceId: robot.device.id, code: [code] });
  expect(list).toMatchObject([{ code, isOpen: true, acknowledged: null }]);

  // The service desk of the company above looks at the same alarm.
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, await own.addPersonOf('provider', 'operations'));
  await desk.goto(pages.alarm({ id: list[0]!.id }));
  await expect(desk.getByText(texts.remedies[code], { exact: true })).toBeVisible();
  await expect(desk.getByText(texts.lifeStates.new)).toBeVisible();

  await alarmLink.click();
  const acknowledge = page.getByRole('button', { name: texts.acts.acknowledge, exact: true });
  const acknowledged = desk.getByText(texts.lifeStates.acknowledged, { exact: true });
  await acknowledge.click();
  // Under the pointer the offer stays, however slow the other page is.
  const undo = page.getByRole('button', { name: kit.undo, exact: true });
  await undo.hover();
  await expect(acknowledged).toBeVisible();
  await undo.click();
  await expect(acknowledged).toHaveCount(0);
  await acknowledge.click();
  await expect(acknowledged).toBeVisible();

  // Its processing is final on both pages.
  await page.getByRole('button', { name: texts.acts.process, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(texts.result).fill(result);
  await dialog.getByRole('button', { name: texts.acts.process, exact: true }).click();
  await expect(desk.getByText(result).first()).toBeVisible();
  await expect(desk.getByRole('button', { name: texts.acts.process, exact: true })).toHaveCount(0);
  await desk.context().close();
});
