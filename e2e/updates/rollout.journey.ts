import { expect, type Page } from '@playwright/test';
import { otaPackageCalls, otaTaskCalls, pages } from '@sweepline/contract';
import texts from '../../apps/console/src/features/updates/rollouts/texts/en.json' with { type: 'json' };
import { HttpCalls, signInOverHttp } from '../http-calls.ts';
import { continueAsOperator, signIn } from '../session.ts';
import { test, type OwnWorld } from '../world/own-world.ts';
import type { OwnRobot } from '../world/robots.ts';

const model = 'J20';
const version = '2.9.0';
/** A self-test takes five simulated minutes. */
const speedup = 60;

async function robotsOf(own: OwnWorld, count: number): Promise<OwnRobot[]> {
  const { name, map } = await own.addFloor('mall');
  const floor = { name, mapId: map.id };
  return await Promise.all(Array.from({ length: count }, () => own.registerRobot({ model, floor, speedup })));
}

/** The published package that is newer than what a simulated robot of the model is delivered with. */
async function packageId(calls: HttpCalls): Promise<string> {
  const { list } = await calls.send(otaPackageCalls.list, { state: ['PUBLISHED'], model, keyword: version });
  return list[0]!.id;
}

async function choose(page: Page, group: string, robots: readonly OwnRobot[]) {
  const picker = page.getByRole('group', { name: group });
  for (const { device } of robots) {
    await picker.getByRole('searchbox').fill(device.sn);
    await picker.getByRole('checkbox', { name: device.sn }).check();
  }
}

const next = (page: Page) => page.getByRole('button', { name: texts.next, exact: true }).click();

/** A plan of all robots in two stages, without soak times and without waiting for one robot of a site. */
async function planInWizard(
  page: Page,
  id: string,
  { canary, all, updates }: { canary: readonly OwnRobot[]; all: readonly OwnRobot[]; updates: number },
) {
  await page.goto(pages.otaTasks({ add: id }));
  await page.getByLabel(texts.name).fill(`Rollout to ${all[0]!.device.sn}`);
  await next(page);
  await page.getByRole('button', { name: texts.someRobots }).click();
  await choose(page, texts.namedRobots, all);
  await next(page);
  await choose(page, texts.canaryRobots.replace('{{number}}', '1'), canary);
  for (const number of ['3', '2']) {
    const stage = texts.shareTitle.replace('{{number}}', number);
    await page.getByRole('button', { name: texts.removeStage.replace('{{stage}}', stage) }).click();
  }
  await page.getByLabel(texts.soak).first().fill('0');
  await next(page);
  await page.getByLabel(texts.requireDocked).uncheck();
  await next(page);
  await expect(page.getByText(texts.updates_other.replace('{{number}}', `${updates}`))).toBeVisible();
  await page.getByRole('button', { name: texts.submit }).click();
  await expect(page.getByText(texts.approvalHint)).toBeVisible();
  return new URL(page.url()).searchParams.get('id')!;
}

test('a canary that rolls back stops the rollout, and an approved new one updates all robots', async ({
  page,
  browser,
  own,
  request,
}) => {
  const robots = await robotsOf(own, 3);
  const [bad, good, third] = robots;
  await Promise.all([own.connect(bad!, '--ota-fail', 'selftest'), own.connect(good!), own.connect(third!)]);
  const operator = new HttpCalls(request, process.env['E2E_OPERATOR']);
  const id = await packageId(operator);
  await signIn(page, await own.addPersonOf('provider', 'operations'));
  const canary = [bad!, good!];
  const taskId = await planInWizard(page, id, { canary, all: robots, updates: 3 });
  const { revision } = await operator.send(otaTaskCalls.detail, { id: taskId });
  await operator.send(otaTaskCalls.approve, { id: taskId, revision, approved: true });

  await expect(page.getByText(texts.reason.TOO_MANY_FAILED).first()).toBeVisible();
  await page.getByRole('tab', { name: texts.tab.robots }).click();
  const rowOf = ({ device }: OwnRobot) => page.getByRole('row').filter({ hasText: device.sn });
  await expect(rowOf(bad!)).toContainText('Rolled back');
  // It was installing when the rollout stopped, and goes on.
  await expect(rowOf(good!)).toContainText('Successful');
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: texts.cancel }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.cancel }).click();
  await expect(page.getByText(texts.state.CANCELED).first()).toBeVisible();

  // The fault is mended: the robot tests itself with success.
  await bad!.stop();
  await own.connect(bad!);
  const secondId = await planInWizard(page, id, { canary, all: robots, updates: 2 });
  const other = await (await browser.newContext()).newPage();
  await continueAsOperator(other);
  await other.goto(pages.otaTask({ id: secondId }));
  await other.getByRole('button', { name: texts.approve }).click();
  await other.getByRole('dialog').getByRole('button', { name: texts.approve }).click();
  await expect(other.getByText(texts.state.DONE).first()).toBeVisible();
  await other.getByRole('tab', { name: texts.tab.robots }).click();
  await expect(other.getByText('Successful', { exact: true })).toHaveCount(2);
});

test('a facility manager postpones an update on the phone', async ({ page, own, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [robot] = await robotsOf(own, 1);
  const operator = new HttpCalls(request, process.env['E2E_OPERATOR']);
  const provider = await own.addPersonOf('provider', 'operations');
  const { session } = await signInOverHttp(request, provider);
  // The robot is switched off, so that the update waits.
  const plan = {
    name: 'Night update',
    packageId: await packageId(operator),
    deviceIds: [robot!.device.id],
    stages: [{ upToPct: 100 }],
    deadline: new Date(Date.now() + 20 * 86_400_000).toISOString(),
  };
  const { id, revision } = await new HttpCalls(request, session).send(otaTaskCalls.add, { plan });
  await operator.send(otaTaskCalls.approve, { id, revision, approved: true });

  await signIn(page, await own.addPerson());
  await page.goto(pages.device({ id: robot!.device.id, tab: 'updates' }));
  await page.getByRole('button', { name: texts.device.postpone }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: texts.device.days_other.replace('{{count}}', '7') }).click();
  await dialog.getByRole('button', { name: texts.device.postpone }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/because it was postponed/)).toBeVisible();
  await page.getByRole('button', { name: texts.device.takeBack }).click();
  await expect(page.getByText(/because it was postponed/)).toHaveCount(0);
});
