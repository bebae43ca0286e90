import { authCalls, pages, reportCalls, runCalls } from '@sweepline/contract';
import { expect, test, type Browser, type Page } from '@playwright/test';
import tasks from '../apps/console/src/features/work/tasks/texts/en.json' with { type: 'json' };
import reports from '../apps/console/src/features/work/reports/texts/en.json' with { type: 'json' };
import { HttpCalls } from './http-calls.ts';
import { OwnWorld } from './world/own-world.ts';
import { callData } from './session.ts';
import { TwoServers } from './world/two-servers.ts';

/** Six by three metres near the docks: the run takes about a minute. */
const bay = { name: 'Bay', within: 'Arcade south', left: 1, bottom: 10, width: 6, height: 3 };

let servers: TwoServers;
test.beforeAll(async () => {
  servers = await TwoServers.start();
});
test.afterAll(() => servers?.stop());

/** A browser that is signed in at the server of this address. */
async function signedIn(browser: Browser, url: string, calls: HttpCalls): Promise<Page> {
  const user = await calls.send(authCalls.check, {});
  const context = await browser.newContext({ baseURL: url });
  await context.addInitScript(
    ([session]) => {
      localStorage.setItem('lang', 'en');
      localStorage.setItem('session', session!);
    },
    [JSON.stringify(user)],
  );
  return await context.newPage();
}

const cleanedPercent = async (page: Page) =>
  Number(/([\d.]+)\s*%/.exec((await page.locator('.run-far strong').textContent()) ?? '')?.[1] ?? Number.NaN);

test('a run goes on in the browsers of two servers when the owner of its robot is killed, and its report is whole', async ({
  browser,
  playwright,
}) => {
  const [firstUrl, secondUrl] = servers.addresses;
  const request = await playwright.request.newContext({ baseURL: firstUrl });
  const own = await OwnWorld.create(request, firstUrl, servers.session);
  const calls = new HttpCalls(request, servers.session);
  try {
    const robot = await own.addRobot(await own.addFloor('mall', bay));
    const [first, second] = [
      await signedIn(browser, firstUrl, calls),
      await signedIn(browser, secondUrl, calls),
    ];
    await first.goto(pages.singleTask({ deviceId: robot.id, mapId: robot.live.mapId }));
    await first.getByRole('checkbox', { name: bay.name }).check();
    await first.getByRole('button', { name: /^Send / }).click();
    await expect(first).toHaveURL(/run=/);
    const { pathname, search, searchParams } = new URL(first.url());
    const runId = searchParams.get('run')!;
    await second.goto(pathname + search);

    const both = [first, second];
    for (const page of both) await expect.poll(() => cleanedPercent(page)).toBeGreaterThan(5);
    const early = Math.max(...(await Promise.all(both.map(cleanedPercent))));
    await servers.killOwnerOf(robot.id);
    for (const page of both) await expect.poll(() => cleanedPercent(page)).toBeGreaterThan(early);

    for (const page of both) await expect(page.getByRole('link', { name: tasks.openReport })).toBeVisible();
    await second.getByRole('link', { name: tasks.openReport }).click();
    await expect(second.getByText(reports.muchQuestion)).toBeVisible();
    expect((await callData(second, runCalls.detail, { id: runId })).state).toBe('SUCCESS');
    const { totals } = await callData(second, reportCalls.detail, { id: runId });
    expect(totals.coverage).toBeGreaterThanOrEqual(0.97);
    expect((await callData(second, reportCalls.path, { id: runId })).source).toBe('ROBOT');
  } finally {
    await own.stop();
    await request.dispose();
  }
});
