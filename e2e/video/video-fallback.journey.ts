import { pages } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import texts from '../../apps/console/src/shared/video/texts/en.json' with { type: 'json' };
import { canEncodeVp8 } from '../../apps/robot-sim/src/video/vp8-encoder.ts';
import { startProxy, type Proxy } from '../../apps/server/src/test-kit/servers/tcp-proxy.ts';
import { signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

const tcpCandidate = /^(a=candidate:\S+ \d+ tcp \d+) (\S+) (\d+) /gim;

/** The way of a page to the media ports: nothing over UDP, and TCP through proxies, which the test can cut. */
async function withoutUdp(page: Page): Promise<Proxy[]> {
  const proxies: Proxy[] = [];
  await page.route('**/api/video/whep/**', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    const response = await route.fetch();
    // The page asks again after a refusal, as when the robot was late.
    if (response.status() !== 201) return await route.fulfill({ response });
    const answer = (await response.text()).replaceAll(/^a=candidate:\S+ \d+ udp .*\r?\n/gim, '');
    const [, , host, port] = [...answer.matchAll(tcpCandidate)][0] ?? [];
    const proxy = await startProxy(`tcp://${host}:${port}`);
    proxies.push(proxy);
    const { port: proxyPort } = new URL(proxy.url);
    const body = answer.replaceAll(tcpCandidate, `$1 127.0.0.1 ${proxyPort} `);
    await route.fulfill({ response, body });
  });
  return proxies;
}

test('two cameras are watched over TCP where UDP does not pass, and as JPEG when TCP is cut too', async ({
  page,
  own,
}) => {
  test.skip(!canEncodeVp8(), 'the simulated robot cannot encode VP8 on this machine');
  const robot = await own.addRobot(await own.addFloor('mall'));
  const proxies = await withoutUdp(page);
  await signIn(page, await own.addPerson());
  await page.goto(pages.device({ id: robot.id, tab: 'video' }));
  const { FRONT, LEFT } = texts.camera;
  for (const [index, name] of [FRONT, LEFT].entries()) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByText(texts.transport.WEBRTC)).toHaveCount(index + 1);
  }
  const playing = () =>
    page
      .locator('video')
      .evaluateAll((videos) => videos.map((video) => (video as HTMLVideoElement).currentTime > 0));
  await expect.poll(playing).toEqual([true, true]);

  for (const proxy of proxies) proxy.cut();
  await expect(page.getByText(texts.transport.WS_JPEG)).toHaveCount(2);
  for (const name of [FRONT, LEFT]) {
    const picture = page.getByRole('img', { name: texts.pictureOf.replace('{{name}}', name) });
    await expect(picture).toBeVisible();
    // It goes on: each picture has an address of its own.
    const before = await picture.getAttribute('src');
    await expect(picture).not.toHaveAttribute('src', before ?? '');
  }
  for (const proxy of proxies) proxy.stop();
});
