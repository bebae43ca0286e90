import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { deviceCalls } from '@sweepline/contract';
import { expect, test } from '@playwright/test';
import codes from '../apps/console/src/features/activation-codes/texts/en.json' with { type: 'json' };
import { signIn, told } from './session.ts';

let robot: ChildProcess | undefined;
test.afterEach(async () => {
  if (!robot || robot.exitCode !== null) return;
  const gone = once(robot, 'exit');
  robot.kill('SIGTERM');
  await gone;
});

/** A robot from the factory at whose screen somebody types this code. */
const powerOn = (sn: string, code: string, http: string) => {
  const program = join(import.meta.dirname, '..', 'apps', 'robot-sim', 'src', 'main.ts');
  const args = [
    'run',
    '--sn',
    sn,
    '--model',
    'J40',
    '--world',
    'airport',
    '--http',
    http,
    '--activate',
    code,
  ];
  return spawn('node', [program, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
};

test('a code is generated, typed at a robot, and the robot comes online in the list', async ({
  page,
  baseURL,
}) => {
  const stamp = String(Date.now()).slice(-8);
  const sn = `J40A${stamp}`;
  await signIn(page, 'ops.chen');

  await page.goto('/activeCode/list');
  // An empty list offers it a second time.
  await page.getByRole('button', { name: codes.generate }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel(codes.count, { exact: true }).fill('1');
  await form.getByLabel(codes.batchName).fill(`Journey ${stamp}`);
  await form.getByLabel(codes.model, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'J40' }).click();
  await form.getByRole('button', { name: codes.generate }).click();
  await page.getByRole('button', { name: codes.show }).click();
  // Until the list is narrowed to the batch, other codes stand first.
  const shown = page.locator('.sl-list-rows tr', { hasText: `Journey ${stamp}` }).locator('.code-text');
  await expect(shown).toHaveText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  const code = (await shown.textContent())!;
  expect((await told(page, deviceCalls.list, { keyword: sn })).total).toBe(0);

  // Typed in small letters, as people do.
  robot = powerOn(sn, code.toLowerCase(), baseURL!);
  await page.goto(`/deviceManage/list?keyword=${sn}`);
  await expect
    .poll(async () => (await told(page, deviceCalls.list, { keyword: sn })).list[0]?.live.state, {
      timeout: 60_000,
    })
    .toBe('ONLINE');
  await page.reload();
  const row = page.locator('.sl-list-rows tr', { hasText: sn });
  // What an online robot is doing stands in place of the word.
  await expect(row).toContainText(/Starting up|Standby|Charging/);

  // The code is used up, and says for what.
  await page.goto(`/activeCode/list?keyword=${code}`);
  await expect(page.getByText(codes.states.USED)).toBeVisible();
  await shown.click();
  await expect(page.getByText(codes.events.USED.replace('{{sn}}', sn))).toBeVisible();
});
