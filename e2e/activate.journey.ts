import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { deviceCalls, pages } from '@sweepline/contract';
import { expect } from '@playwright/test';
import codes from '../apps/console/src/features/stock/activation-codes/texts/en.json' with { type: 'json' };
import { test } from './world/own-world.ts';
import { signIn, callData } from './session.ts';

let robot: ChildProcess | undefined;
test.afterEach(async () => {
  if (!robot || robot.exitCode !== null) return;
  const exit = once(robot, 'exit');
  robot.kill('SIGTERM');
  await exit;
});

/** Starts a robot that is activated with this code. */
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

test('a robot that is activated with a generated code is online in the list', async ({
  page,
  baseURL,
  own,
}) => {
  const stamp = String(Date.now()).slice(-8);
  const sn = `J40A${stamp}`;
  await signIn(page, await own.addPersonOf('provider', 'operations'));

  await page.goto(pages.activationCodes());
  // An empty list shows the button twice.
  await page.getByRole('button', { name: codes.generate }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel(codes.count, { exact: true }).fill('1');
  await form.getByLabel(codes.batchName).fill(`Journey ${stamp}`);
  await form.getByLabel(codes.model, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'J40' }).click();
  await form.getByRole('button', { name: codes.generate }).click();
  await page.getByRole('button', { name: codes.show }).click();
  // Other codes may come first in the list.
  const codeText = page.locator('.sl-list-rows tr', { hasText: `Journey ${stamp}` }).locator('.code-text');
  await expect(codeText).toHaveText(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  const code = (await codeText.textContent())!;
  expect((await callData(page, deviceCalls.list, { keyword: sn })).total).toBe(0);

  // Small letters are accepted.
  robot = powerOn(sn, code.toLowerCase(), baseURL!);
  await page.goto(pages.devices({ keyword: sn }));
  await expect
    .poll(async () => (await callData(page, deviceCalls.list, { keyword: sn })).list[0]?.live.state)
    .toBe('ONLINE');
  await page.reload();
  const row = page.locator('.sl-list-rows tr', { hasText: sn });
  // The row of an online robot shows its mode.
  await expect(row).toContainText(/Starting up|Standby|Charging/);

  // The code is used and shows its robot.
  await page.goto(pages.activationCodes({ keyword: code }));
  await expect(page.getByText(codes.states.USED)).toBeVisible();
  await codeText.click();
  await expect(page.getByText(codes.events.USED.replace('{{sn}}', sn))).toBeVisible();
});
