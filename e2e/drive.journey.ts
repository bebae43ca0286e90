import {
  controlPasswordCalls,
  deviceCalls,
  driveSessionCalls,
  type Device,
  pages,
} from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import texts from '../apps/console/src/features/devices/control/texts/en.json' with { type: 'json' };
import lock from '../apps/console/src/shared/control-password/texts/en.json' with { type: 'json' };
import video from '../apps/console/src/shared/video/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { ask, signIn, callData } from './session.ts';

/** Moves the robot off its charger until it is in STANDBY. */
async function moveOffCharger(page: Page, robot: Device) {
  await expect
    .poll(
      async () => {
        const { live } = await callData(page, deviceCalls.detail, { id: robot.id });
        const mode = live.mode?.value.mode;
        const at = live.position?.value;
        if (mode === 'CHARGING' && at)
          await ask(page, deviceCalls.navigate, {
            id: robot.id,
            mapId: at.mapId,
            x: at.x - 2 * Math.cos(at.theta),
            y: at.y - 2 * Math.sin(at.theta),
          });
        return mode;
      },
      { intervals: [1_500] },
    )
    .toBe('STANDBY');
}

const password = 'drive with care';

/** The tab where a robot that stands free is driven. */
async function makeReady(page: Page, robot: Device) {
  await callData(page, controlPasswordCalls.update, { id: robot.id, scope: 'DEVICE', password });
  await moveOffCharger(page, robot);
  await page.goto(pages.device({ id: robot.id, tab: 'drive' }));
}
async function takeControl(page: Page, robot: Device) {
  await page.getByLabel(lock.password).fill(password);
  await page.getByRole('button', { name: lock.unlock }).click();
  await page.getByRole('button', { name: texts.drive.replace('{{name}}', robot.nickname) }).click();
}

/** Lets a test keep the pictures of cameras from the page, as a line does that is too slow for them. */
async function withPictures(page: Page) {
  let isFrozen = false;
  await page.route('**/api/video/whep/**', (route) => route.abort());
  await page.routeWebSocket(/\/service\/ws\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (typeof message === 'string' || !isFrozen) socket.send(message);
    });
  });
  return { freeze: (on: boolean) => (isFrozen = on) };
}

test('a driven robot stops at an obstacle and when the key is released', async ({ page, own }) => {
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson());
  await makeReady(page, robot);
  await page.getByLabel(lock.password).fill('not this one');
  await page.getByRole('button', { name: lock.unlock }).click();
  await expect(page.getByRole('alert')).toContainText('wrong');
  await takeControl(page, robot);

  // Holds the key: the robot drives until an obstacle.
  const stick = page.getByLabel(texts.stick);
  await stick.focus();
  await page.getByRole('slider', { name: texts.speed }).fill('0.4');
  await stick.focus();
  await page.keyboard.down('ArrowUp');
  await expect(page.getByText(texts.doing.OBSTACLE)).toBeVisible();
  // Releases the key: the robot stands.
  await page.keyboard.up('ArrowUp');
  await expect(page.getByText(texts.doing.STANDING).or(page.getByText(texts.doing.HALTED))).toBeVisible();
  await page.getByRole('button', { name: texts.giveBack }).click();
  await expect(page.getByText(texts.ready)).toBeVisible();

  const { list } = await callData(page, driveSessionCalls.list, { deviceId: robot.id });
  expect(list[0]).toMatchObject({ end: 'RELEASED' });
  await page.getByRole('button', { name: texts.history }).click();
  await expect(page.getByText(texts.ended.RELEASED).first()).toBeVisible();
});

test('a robot that is driven by its camera stands while the picture is frozen', async ({ page, own }) => {
  const pictures = await withPictures(page);
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson());
  await makeReady(page, robot);
  await takeControl(page, robot);
  await page.getByRole('button', { name: texts.showCamera }).click();
  const { FRONT } = video.camera;
  const picture = page.getByRole('img', { name: video.pictureOf.replace('{{name}}', FRONT) });
  await expect(picture).toBeVisible();

  const stick = page.getByLabel(texts.stick);
  await page.getByRole('slider', { name: texts.speed }).fill('0.1');
  await stick.focus();
  await page.keyboard.down('ArrowUp');
  await expect(page.getByText(texts.doing.MOVING, { exact: true })).toBeVisible();
  pictures.freeze(true);
  await expect(page.getByText(texts.blind)).toBeVisible();
  // The key is still down.
  await expect(page.getByText(texts.doing.STANDING).or(page.getByText(texts.doing.HALTED))).toBeVisible();

  pictures.freeze(false);
  await expect(page.getByText(texts.blind)).toHaveCount(0);
  await page.keyboard.up('ArrowUp');
  await stick.focus();
  await page.keyboard.down('ArrowUp');
  await expect(page.getByText(texts.doing.MOVING, { exact: true })).toBeVisible();
  await page.keyboard.up('ArrowUp');
});
