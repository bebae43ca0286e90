import { deviceShareCalls, pages, receivedShareCalls, videoViewCalls } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import control from '../../apps/console/src/features/devices/control/texts/en.json' with { type: 'json' };
import access from '../../apps/console/src/features/remote/remote-access/texts/en.json' with { type: 'json' };
import wall from '../../apps/console/src/features/remote/video/texts/en.json' with { type: 'json' };
import texts from '../../apps/console/src/shared/video/texts/en.json' with { type: 'json' };
import { canEncodeVp8 } from '../../apps/robot-sim/src/video/vp8-encoder.ts';
import { test } from '../world/own-world.ts';
import { callData, signIn } from '../session.ts';

/** The length of the recording, in seconds of media. */
const mediaS = 3;

const picture = (page: Page, camera: string) =>
  page.getByRole('img', { name: texts.pictureOf.replace('{{name}}', camera) });

test('two cameras are watched, and a viewer of another company with a share gives a reason, is listed and revoked', async ({
  page,
  browser,
  own,
}) => {
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson());
  await page.goto(pages.device({ id: robot.id, tab: 'video' }));
  const { FRONT, LEFT } = texts.camera;
  for (const name of [FRONT, LEFT]) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(picture(page, name)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: texts.camera.DOWN, exact: true })).toBeDisabled();
  await page.getByRole('button', { name: texts.close.replace('{{name}}', LEFT) }).click();

  const guest = await own.addPersonOf('rhein');
  const { username } = guest;
  const share = await callData(page, deviceShareCalls.create, {
    deviceId: robot.id,
    username,
    rights: ['VIDEO'],
    term: 'DAY',
  });
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, guest);
  const received = await callData(other, receivedShareCalls.list, {});
  const shareId = received.list.find(({ deviceId }) => deviceId === robot.id)?.id ?? '';
  await other.goto(pages.sharedDevice({ share: shareId }));
  await other.getByRole('button', { name: control.video }).click();
  await other.getByLabel(texts.why).fill('It stands still');
  await other.getByRole('button', { name: texts.watch }).click();
  await other.getByRole('button', { name: FRONT, exact: true }).click();
  await expect(picture(other, FRONT)).toBeVisible();
  await expect(page.getByText('It stands still')).toBeVisible();

  await callData(page, deviceShareCalls.revoke, { id: share.id });
  await expect(picture(other, FRONT)).toBeHidden();
  await context.close();
  const views = await callData(page, videoViewCalls.list, { deviceId: robot.id });
  expect(views.list.find(({ reason }) => reason === 'It stands still')).toMatchObject({
    byRight: 'SHARE',
    end: 'RIGHT_ENDED',
  });
  await page.getByRole('button', { name: texts.history }).click();
  await expect(page.getByText(texts.end.RIGHT_ENDED)).toBeVisible();
  await page.getByRole('link', { name: texts.allAccess }).click();
  await expect(page.getByRole('heading', { name: access.title })).toBeVisible();
  await expect(page.getByText('It stands still')).toBeVisible();
});

test('a robot is watched on the wall and beside the map of a drive, and a picture of it is stored', async ({
  page,
  own,
}) => {
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson());
  await page.goto(pages.videoWall({ robot: [robot.id] }));
  const name = `${robot.nickname || robot.sn} · ${texts.camera.FRONT}`;
  await expect(picture(page, name)).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${wall.makeLarge.split('{{')[0]}`) }).click();
  await expect(page).toHaveURL(/large=/);
  await expect(picture(page, name)).toBeVisible();
  await page.getByRole('button', { name: texts.snapshot.replace('{{name}}', name) }).click();
  await expect(page.getByText(texts.snapshotTaken)).toBeVisible();

  await page.goto(pages.device({ id: robot.id, tab: 'video' }));
  await page.getByRole('button', { name: texts.snapshots }).click();
  const snapshot = new RegExp(`^${texts.snapshotOf.split('{{')[0]}`);
  await page.getByRole('button', { name: snapshot }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: snapshot })).toBeVisible();

  await page.goto(pages.device({ id: robot.id, tab: 'drive' }));
  await page.getByRole('button', { name: control.showCamera }).click();
  await expect(picture(page, texts.camera.FRONT)).toBeVisible();
});

test('a camera is watched as JPEG first, then over WebRTC', async ({ page, own }) => {
  test.skip(!canEncodeVp8(), 'the simulated robot cannot encode VP8 on this machine');
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson());
  await page.goto(pages.device({ id: robot.id, tab: 'video' }));
  await page.getByRole('button', { name: texts.camera.FRONT, exact: true }).click();
  await expect(picture(page, texts.camera.FRONT)).toBeVisible();
  await expect(page.getByText(texts.transport.WEBRTC)).toBeVisible();
  const video = page.locator('video');
  await expect(video).toBeVisible();
  // It moves, and no JPEG is beside it.
  const playedS = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const before = await playedS();
  await expect.poll(playedS).toBeGreaterThan(before);
  await expect(page.locator('.sl-video-picture img')).toBeHidden();
});

test('live video is recorded, stopped and played, and the recording is in remote access', async ({
  page,
  own,
}) => {
  test.skip(!canEncodeVp8(), 'the simulated robot cannot encode VP8 on this machine');
  const robot = await own.addRobot(await own.addFloor('mall'));
  await signIn(page, await own.addPerson());
  await page.goto(pages.device({ id: robot.id, tab: 'video' }));
  const { FRONT } = texts.camera;
  await page.getByRole('button', { name: FRONT, exact: true }).click();
  await expect(page.getByText(texts.transport.WEBRTC)).toBeVisible();
  const video = page.locator('video');
  const playedS = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  // A recording needs pictures that arrive.
  await expect.poll(playedS).toBeGreaterThan(0);
  await page.getByRole('button', { name: texts.recordings.startOf.replace('{{name}}', FRONT) }).click();
  const timer = page.getByRole('timer');
  await expect(timer).toBeVisible();
  // The recording begins with a picture, so the length that counts is that of the picture that is played here.
  const beginS = await playedS();
  await expect.poll(playedS).toBeGreaterThan(beginS + mediaS);
  await page.getByRole('button', { name: texts.recordings.stop }).click();
  await expect(timer).toBeHidden();
  await expect(page.getByText(texts.recordings.ends.STOPPED)).toBeVisible();

  await page.getByRole('button', { name: texts.recordings.play, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const player = dialog.locator('video');
  const at = () => player.evaluate((element: HTMLVideoElement) => element.currentTime);
  await dialog.getByRole('button', { name: '4×' }).click();
  await dialog.getByRole('button', { name: texts.recordings.play }).click();
  await expect.poll(at).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.goto(pages.remoteAccess({ deviceId: robot.id, kind: 'RECORDING' }));
  const row = page.getByRole('row').filter({ hasText: access.kinds.RECORDING });
  await expect(row).toContainText(texts.recordings.ends.STOPPED);
  await row.getByRole('button', { name: access.play }).click();
  await expect(page).toHaveURL(/recording=/);
  await expect
    .poll(() => player.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: new RegExp(texts.recordings.of.split('{{')[0] ?? '') }).click();
  await page.getByText(texts.recordings.delete).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.recordings.delete }).click();
  await expect(page.getByText(texts.recordings.none)).toBeVisible();
});
