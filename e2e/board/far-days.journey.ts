import { pages, runCalls, sitePlanCalls, taskCalls } from '@sweepline/contract';
import { expect } from '@playwright/test';
import board from '../../apps/console/src/features/figures/board/texts/en.json' with { type: 'json' };
import kit from '../../apps/console/src/kit/texts/en.json' with { type: 'json' };
import devices from '../../apps/console/src/features/devices/devices/texts/en.json' with { type: 'json' };
import figures from '../../apps/console/src/shared/statistics/texts/en.json' with { type: 'json' };
import { callData, signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

/** 25 hours apart: their dates differ at every moment. */
const zones = { site: 'Pacific/Kiritimati', reader: 'Pacific/Pago_Pago' };
const bay = { name: 'Bay', within: 'Arcade south', left: 1, bottom: 10, width: 3, height: 3 };

test.use({ timezoneId: zones.reader });

test('a run that just ended is in today, though the site has another date than the reader', async ({
  page,
  own,
}) => {
  await signIn(page, await own.addPerson());
  const site = await callData(page, sitePlanCalls.create, {
    companyId: own.companyId,
    name: 'Far away',
    address: '',
    timezone: zones.site,
  });
  const floor = await own.addFloor('mall', bay, site.id);
  const robot = await own.addRobot(floor);
  await page.goto(pages.device({ id: robot.id }));
  await expect(page.getByRole('button', { name: devices.cleanArea })).toBeEnabled();
  const run = await callData(page, taskCalls.cleanNow, {
    name: 'Bay',
    deviceId: robot.id,
    mapId: floor.map.id,
    zoneIds: ['bay'],
    cleaningMode: 'SWEEP',
    strength: 'STANDARD',
    repetitions: 1,
  });
  const state = async () => (await callData(page, runCalls.detail, { id: run.id })).state;
  await expect.poll(state).toBe('SUCCESS');

  await page.goto(pages.board());
  await page.getByRole('group', { name: kit.period }).getByText(kit.periods.today, { exact: true }).click();
  const tiles = page.getByRole('region', { name: board.questions.figures });
  const tile = tiles.getByRole('button', { name: figures.names.reports });
  await expect(tile).toContainText('1');
});
