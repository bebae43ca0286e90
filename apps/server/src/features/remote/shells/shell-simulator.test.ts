import type { ChildProcess } from 'node:child_process';
import { controlPasswordCalls, deviceControlCalls, shellCalls } from '@sweepline/contract';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { cutPower, startSimulator } from '../../../robots/test-kit/test-simulator.ts';
import { aSocket } from '../../../test-kit/builders/drivable.ts';
import { people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { announceDevice, hashSecret } from '../../devices/identity/credential-service.ts';

const { standing, request, open, output, detail, recording, close } = shellCalls;
const { mallAdmin } = people;
const password = 'let me drive';
const server = ownTestServer();
let simulator: ChildProcess | undefined;
afterEach(() => cutPower(simulator));

test('a person repairs a simulated robot in its shell, and the recording hides the password', async () => {
  // The robot checks the certificate with its own clock.
  server.clock.set(new Date().toISOString());
  const clock = setInterval(() => server.clock.advance(100), 100);
  try {
    const httpUrl = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const device = await server.aDevice({ secretHash: hashSecret('s') });
    announceDevice(server.bus, device.id);
    await eventually(() => server.gateway.live(device.id), 'the gateway to know the device');
    const target = { sn: device.sn, secret: 's', model: 'J30' as const, httpUrl };
    simulator = startSimulator({ ...target, mqttUrl: server.gateway.mqttUrl });
    await eventually(
      async () => {
        const { supported, online } = await server.ok(standing, mallAdmin, { deviceId: device.id });
        return supported && online;
      },
      'the robot',
      30_000,
    );
    await server.ok(controlPasswordCalls.update, mallAdmin, { id: device.id, scope: 'DEVICE', password });
    await server.ok(deviceControlCalls.unlock, mallAdmin, { id: device.id, password });
    const { id } = await server.ok(request, mallAdmin, { deviceId: device.id, reason: 'Why', minutes: 5 });
    await server.ok(open, mallAdmin, { id });
    const stateOf = async () => (await server.ok(detail, mallAdmin, { id })).state;
    await eventually(async () => (await stateOf()) !== 'STARTING', 'the shell', 30_000);
    expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({ state: 'RUNNING', endReason: null });
    const page = await aSocket(server, httpUrl.replace('http', 'ws'), mallAdmin);
    const type = (text: string) => page.say({ shell: { session: id, text } });
    const until = (text: string) =>
      eventually(async () => (await server.ok(output, mallAdmin, { id, from: 0 })).text.includes(text), text);
    await until(`diag@${device.sn}:~$ `);
    type('df\r');
    await until('/dev/mmcblk0p2');
    type('sudo whoami\r');
    await until('password for diag: ');
    type('tops3cret\r');
    await until('\r\nroot\r\n');
    type('exit\r');
    await eventually(async () => (await stateOf()) === 'CLOSED', 'the end');
    page.close();
    await server.ok(close, mallAdmin, { id }).catch(() => {});
    const whole = await server.ok(recording, mallAdmin, { id, withInput: true, reason: 'An audit' });
    const typed = whole.input?.map(([, text]) => text).join('');
    expect(typed).toBe('df\rsudo whoami\r•••••••••\rexit\r');
  } finally {
    clearInterval(clock);
  }
});
