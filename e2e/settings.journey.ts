import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companyCalls, deviceCalls } from '@sweepline/contract';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import texts from '../apps/console/src/features/device-settings/texts/en.json' with { type: 'json' };
import { signIn, told } from './session.ts';

const name = 'Heron';
const node = join('node_modules', 'node', 'bin', 'node');
const simulator = join('apps', 'robot-sim', 'src', 'main.ts');
let running: ChildProcess | undefined;
let state: string;

test.beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'settings-journey-'));
});
test.afterAll(async () => {
  await goesAway();
  await rm(state, { recursive: true, force: true });
});

interface Robot {
  id: string;
  sn: string;
  password: string;
  broker: string;
}

/** A robot of the journey's own, and where the server tells it to connect. */
async function aRobot(page: Page, request: APIRequestContext): Promise<Robot> {
  const { list } = await told(page, companyCalls.options, { type: 1 });
  const sn = `J30T${Date.now() % 1_000_000}`;
  const { device, password } = await told(page, deviceCalls.register, {
    ...{ sn, manufacturer: 'JBOT', model: 'J30', nickname: name, companyId: list[0]!.id },
  });
  const authorization = `Basic ${Buffer.from(`${sn}:${password}`).toString('base64')}`;
  const config = await request.get('/device/v1/config', { headers: { authorization } });
  const { mqtt } = (await config.json()) as { mqtt: { host: string; port: number } };
  return { id: device.id, sn, password, broker: `mqtt://${mqtt.host}:${mqtt.port}` };
}

function comes({ sn, password, broker }: Robot, ...more: string[]) {
  const args = [
    'run',
    '--url',
    broker,
    '--sn',
    sn,
    `--password=${password}`,
    '--state',
    state,
    '--log',
    'none',
  ];
  running = spawn(node, [simulator, ...args, ...more], { stdio: 'ignore' });
}

async function goesAway() {
  if (!running || running.exitCode !== null) return;
  const gone = once(running, 'exit');
  running.kill('SIGTERM');
  await gone;
}

test('a setting that is changed while the robot is away waits for it, and is applied when it returns', async ({
  page,
  request,
}) => {
  await signIn(page, 'ops.chen');
  const robot = await aRobot(page, request);
  await page.goto(`/device/detail?id=${robot.id}&tab=settings`);
  const sync = page.locator('.ds-sync');
  await expect(sync).toContainText(texts.state.UNKNOWN);

  // It comes for the first time and tells what it has.
  comes(robot);
  await expect(sync).toContainText(texts.state.IN_SYNC, { timeout: 60_000 });
  await goesAway();

  // Nobody is there: the change waits, and nothing claims more.
  const headlight = page.getByRole('group', { name: texts.key.headlight });
  await headlight.getByRole('switch').click();
  await page
    .getByRole('button', { name: texts.saveAway.replace('{{name}}', name) })
    .click({ timeout: 30_000 });
  await expect(headlight).toContainText(texts.state.AWAITING_AWAY);
  await expect(headlight).toContainText(texts.has.replace('{{value}}', texts.on));

  // It returns, takes the change over, and somebody turns its volume down at its screen.
  comes(robot, '--edit', 'volume=25@6s');
  await expect(headlight).toContainText(texts.same, { timeout: 60_000 });
  const volume = page.getByRole('group', { name: texts.key.volume, exact: true });
  await expect(volume.getByRole('spinbutton')).toHaveValue('25', { timeout: 60_000 });
  await expect(headlight.getByRole('switch')).not.toBeChecked();

  // Who changed what is there to read.
  await page.getByRole('button', { name: texts.history, exact: true }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('ops.chen');
  await expect(drawer).toContainText(texts.atRobot);
});
