import { controlPasswordCalls, deviceCalls, driveSessionCalls, type Device } from '@sweepline/contract';
import { expect, test, type Page } from '@playwright/test';
import texts from '../apps/console/src/features/device-control/texts/en.json' with { type: 'json' };
import { ours } from './own-robot.ts';
import { ask, signIn, told } from './session.ts';

/** A robot of the demo that can be driven: on its charger, so that what stands in its way is near. Not the one others clean with. */
async function drivable(page: Page): Promise<Device> {
  let found: Device | undefined;
  await expect
    .poll(
      async () => {
        const { list } = await told(page, deviceCalls.list, { state: ['ONLINE'], pageSize: 50 });
        found = list.find(({ sn, model, live }) => sn !== ours && model !== 'PLAIN' && live.charging);
        return found?.sn;
      },
      // They clean by themselves, now and then all at once.
      { timeout: 180_000 },
    )
    .toBeDefined();
  return found!;
}

/** Off its charger, where it may be driven. Sends it anew when somebody at its screen was quicker. */
async function standing(page: Page, robot: Device) {
  await expect
    .poll(
      async () => {
        const { live } = await told(page, deviceCalls.detail, { id: robot.id });
        const mode = live.mode?.value.mode;
        const at = live.position?.value;
        if (mode === 'CHARGING' && at)
          await ask(page, deviceCalls.navigate, {
            ...{ id: robot.id, mapId: at.mapId },
            x: at.x - 2 * Math.cos(at.theta),
            y: at.y - 2 * Math.sin(at.theta),
          });
        return mode;
      },
      { timeout: 40_000, intervals: [1_500] },
    )
    .toBe('STANDBY');
}

test('a robot is driven into a wall, stops before it, and stands when the key is let go', async ({
  page,
}) => {
  test.setTimeout(360_000);
  await signIn(page, 'mall.admin');
  const robot = await drivable(page);
  const password = 'drive with care';
  await told(page, controlPasswordCalls.update, { id: robot.id, scope: 'DEVICE', password });
  await standing(page, robot);

  await page.goto(`/device/detail?id=${robot.id}&tab=drive`);
  await page.getByLabel(texts.password).fill('not this one');
  await page.getByRole('button', { name: texts.unlock }).click();
  await expect(page.getByRole('alert')).toContainText('wrong');
  await page.getByLabel(texts.password).fill(password);
  await page.getByRole('button', { name: texts.unlock }).click();
  await page.getByRole('button', { name: texts.drive.replace('{{name}}', robot.nickname) }).click();

  // Hold the key: it goes, until something stands in its way.
  const stick = page.getByLabel(texts.stick);
  await stick.focus();
  await page.getByRole('slider', { name: texts.speed }).fill('0.4');
  await stick.focus();
  await page.keyboard.down('ArrowUp');
  await expect(page.getByText(texts.doing.OBSTACLE)).toBeVisible({ timeout: 60_000 });
  // Let go: it stands, and says so.
  await page.keyboard.up('ArrowUp');
  await expect(page.getByText(texts.doing.STANDING).or(page.getByText(texts.doing.HALTED))).toBeVisible();
  await page.getByRole('button', { name: texts.giveBack }).click();
  await expect(page.getByText(texts.ready)).toBeVisible();

  const { list } = await told(page, driveSessionCalls.list, { deviceId: robot.id });
  expect(list[0]).toMatchObject({ end: 'RELEASED' });
  await page.getByRole('button', { name: texts.history }).click();
  await expect(page.getByText(texts.ended.RELEASED).first()).toBeVisible();
});
