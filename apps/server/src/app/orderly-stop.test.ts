import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deviceCalls, urlOf } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDevice, eventually } from '../robots/test-kit/test-gateway.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';
import { createKillableServer, type KillableServer } from '../test-kit/servers/killable-server.ts';
import { companyIds, people, populate } from '../test-kit/people.ts';

let database: TestDatabase;
let server: KillableServer;
beforeAll(async () => {
  database = await makeDatabase();
  await populate(database.db, () => new Date());
  server = await createKillableServer(database.serverUrl);
});
afterAll(async () => {
  await server?.remove();
  await database?.close();
});

/** A call over a connection that is kept open. Resolves with the status, or the error's code. */
const call = (agent: Agent) =>
  new Promise<number | string>((resolve) => {
    const headers = { 'content-type': 'application/json', authorization: people.mallAdmin.token };
    const url = `${server.addresses().url}${urlOf(deviceCalls.list)}`;
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve('CUT'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'CUT'));
    sent.end('{}');
  });

test('a stop under load answers every request that a connection carried, and then refuses connections', async () => {
  for (let round = 0; round < 2; round++) {
    await server.start();
    const agent = new Agent({ keepAlive: true, maxSockets: 24 });
    const outcomes: (number | string)[] = [];
    // Pauses of different lengths, so that connections are busy and idle at the moment of the stop.
    const client = async (n: number) => {
      for (let refused = false; !refused; await pause(n % 4)) {
        const outcome = await call(agent);
        outcomes.push(outcome);
        refused = typeof outcome === 'string';
      }
    };
    const clients = Promise.all(Array.from({ length: 24 }, (_, n) => client(n)));
    await eventually(() => outcomes.length > 200, 'calls', 30_000);
    expect(await server.stop()).toBe(0);
    await clients;
    agent.destroy();
    expect([...new Set(outcomes)].toSorted()).toEqual([200, 'ECONNREFUSED']);
  }
});

test('a stop removes the partial file of an upload that it interrupts, and a start those of a killed server', async () => {
  const device = await aDevice(database.db, companyIds.mall);
  const incoming = join(server.folder, 'files', 'incoming');
  const partial = async () => (await readdir(incoming).catch(() => [])).length;
  const upload = async () => {
    const authorization = `Basic ${Buffer.from(`${device.sn}:${device.secret}`).toString('base64')}`;
    const begun = await fetch(`${server.addresses().url}/device/v1/uploads`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        kind: 'TRAJECTORY',
        name: 'run.traj',
        bytes: 1_000_000,
        sha256: '0'.repeat(64),
      }),
    });
    const { parts } = (await begun.json()) as { parts: { url: string }[] };
    const headers = {
      authorization,
      'content-type': 'application/octet-stream',
      'content-length': 1_000_000,
    };
    const sent = request(`${server.addresses().url}${parts[0]?.url}`, { method: 'PUT', headers });
    sent.on('error', () => {});
    sent.write(Buffer.alloc(200_000));
    await eventually(async () => (await partial()) > 0, 'a partial file');
    return sent;
  };
  await server.start();
  const killed = await upload();
  await server.kill();
  killed.destroy();
  expect(await partial()).toBe(1);
  await server.start();
  expect(await partial()).toBe(0);
  const stopped = await upload();
  await server.stop();
  stopped.destroy();
  expect(await partial()).toBe(0);
});
