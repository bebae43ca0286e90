import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { companyCalls, deviceCalls, pages } from '@sweepline/contract';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import texts from '../apps/console/src/features/device-settings/texts/en.json' with { type: 'json' };
import { signIn, callData } from './session.ts';

const name = 'Heron';
const node = join('node_modules', 'node', 'bin', 'node');
const simulator = join('apps', 'robot-sim', 'src', 'main.ts');
let running: ChildProcess | undefined;
let state: string;

test.beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'settings-journey-'));
});
test.afterAll(async () => {
  await stopRobot();
  await rm(state, { recursive: true, force: true });
});

interface Robot {
  id: string;
  sn: string;
  password: string;
  broker: string;
}

/** Registers a robot for this journey and reads its broker address from the server. */
async function registerRobot(page: Page, request: APIRequestContext): Promise<Robot> {
  const { list } = await callData(page, companyCalls.options, { type: 1 });
  const sn = `J30T${Date.now() % 1_000_000}`;
  const { device, password } = await callData(page, deviceCalls.register, {
    ...{ sn, manufacturer: 'JBOT', model: 'J30', nickname: name, companyId: list[0]!.id },
  });
  const authorization = `Basic ${Buffer.from(`${sn}:${password}`).toString('base64')}`;
  const config = await request.get('/device/v1/config', { headers: { authorization } });
  const { mqtt } = (await config.json()) as { mqtt: { host: string; port: number } };
  return { id: device.id, sn, password, broker: `mqtt://${mqtt.host}:${mqtt.port}` };
}

function startRobot({ sn, password, broker }: Robot, ...more: string[]) {
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

async function stopRobot() {
  if (!running || running.exitCode !== null) return;
  const exit = once(running, 'exit');
  running.kill('SIGTERM');
  await exit;
}

test('a setting changed while the robot is offline is applied when it reconnects', async ({
  page,
  request,
}) => {
  await signIn(page, 'ops.chen');
  const robot = await registerRobot(page, request);
  await page.goto(pages.device({ id: robot.id, tab: 'settings' }));
  const sync = page.locator('.ds-sync');
  await expect(sync).toContainText(texts.state.UNKNOWN);

  // The robot connects for the first time and reports its settings.
  startRobot(robot);
  await expect(sync).toContainText(texts.state.IN_SYNC, { timeout: 60_000 });
  await stopRobot();

  // The robot is offline: the change is shown as waiting.
  const headlight = page.getByRole('group', { name: texts.key.headlight });
  await headlight.getByRole('switch').click();
  await page
    .getByRole('button', { name: texts.saveAway.replace('{{name}}', name) })
    .click({ timeout: 30_000 });
  await expect(headlight).toContainText(texts.state.AWAITING_AWAY);
  await expect(headlight).toContainText(texts.has.replace('{{value}}', texts.on));

  // The robot reconnects and applies the change; then its volume is changed at its screen.
  startRobot(robot, '--edit', 'volume=25@6s');
  await expect(headlight).toContainText(texts.same, { timeout: 60_000 });
  const volume = page.getByRole('group', { name: texts.key.volume, exact: true });
  await expect(volume.getByRole('spinbutton')).toHaveValue('25', { timeout: 60_000 });
  await expect(headlight.getByRole('switch')).not.toBeChecked();

  // The history shows both changes.
  await page.getByRole('button', { name: texts.history, exact: true }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('ops.chen');
  await expect(drawer).toContainText(texts.atRobot);
});
