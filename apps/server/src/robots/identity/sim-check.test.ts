import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Aedes } from 'aedes';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sharedTestServer } from '../../test-kit/test-server.ts';
import { onOutsideBroker } from '../test-kit/test-gateway.ts';

const program = resolve(import.meta.dirname, '../../../../robot-sim/src/main.ts');
const sn = 'J30C7100';

async function check(args: readonly string[]) {
  const child = spawn('node', [program, 'check', '--sn', sn, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { status: Number(status), out };
}

describe.skipIf(onOutsideBroker)('robotsim check', () => {
  const server = sharedTestServer({});

  it('every rule holds for the server, and none is left out with a password and the device API', async () => {
    const { code } = await server.aCode();
    const http = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const activation = {
      manufacturer: 'JBOT',
      serialNumber: sn,
      model: 'J30',
      hardwareId: 'board-00A1B2C3',
      versions: {},
    };
    const answer = await fetch(`${http}/device/v1/activate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...activation,
        activationCode: code,
        credentialType: 'PASSWORD',
        nonce: '7c3b1f52-54d4-4b6e-8f4c-0a6f5f0b7a11',
      }),
    });
    // The answer of docs/protocol/credentials.md.
    const { password } = (await answer.json()) as { password: string };
    const url = server.gateway.mqttUrl;
    const { status, out } = await check(['--url', url, '--http', http, `--password=${password}`]);
    expect(out).toContain('0 do not hold');
    expect(out).not.toContain('not tested');
    expect(status).toBe(0);
  });
});

it('a broker without a server fails the rules of answers and access, with status 1', async () => {
  const broker = await Aedes.createBroker();
  const listener = createServer(broker.handle);
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    await new Promise<void>((done) => broker.close(() => done()));
    listener.close();
  });
  const url = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const { status, out } = await check(['--url', url, '--password=any']);
  expect(status).toBe(1);
  for (const rule of ['ACCESS-1', 'ACCESS-2', 'ACCESS-3', 'TIME-1', 'JOURNAL-1', 'INPUT-1'])
    expect(out).toMatch(new RegExp(`${rule} +✗`));
  expect(out).toMatch(/CONNECT-1 +✓/);
});

it('without a connection the check ends with status 2', async () => {
  expect((await check(['--url', 'mqtt://127.0.0.1:9'])).status).toBe(2);
});
