import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../test-kit/cli.ts';
import { startPeer, type Peer } from '../../test-kit/peer.ts';

const folder = mkdtempSync(join(tmpdir(), 'robotsim-scenario-'));
let peer: Peer;
const calls: string[] = [];
const api = createServer((request, response) => {
  void text(request).then((body) => {
    calls.push(`${request.url ?? ''} ${request.headers.authorization ?? ''} ${body}`);
    const code = request.url === '/api/refused' ? 50_013 : 200;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ code, msg: 'no' }));
  });
});

beforeAll(async () => {
  peer = await startPeer();
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await peer.close();
  api.close();
  rmSync(folder, { recursive: true });
});

function play(scenario: string) {
  const file = join(folder, 'scenario.yaml');
  writeFileSync(file, scenario);
  const http = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const server = ['--url', peer.url, '--http', http, '--token', 'secret'];
  return runCli(['scenario', file, ...server, '--speedup', '50', '--log', 'text']);
}

const cleaning = `
robots: [{ sn: S1, model: J30, soc: 90 }, { sn: S2, model: J20 }]
steps:
  - expect: { message: { topic: connection, fields: { connectionState: ONLINE } } }
  - expect: { message: { topic: state } }
    robot: S2
  - when: { order: none }
    do: { hmi.start: { area: Reception } }
  - expect: { mode: AUTO_RUN, order: active, run: IN_PROGRESS, phase: CLEANING }
  - do: hmi.pause
  - expect: { run: PAUSED }
  - do: hmi.resume
  - after: 200ms
    do: { fault: '20110' }
  - expect: { alarm: '20110', mode: ERROR, message: { topic: xAlarm, fields: { code: '20110', event: RAISED } } }
  - do: { resolve: '20110' }
  - expect: { noAlarm: '20110' }
  - do: { net.cut: 300ms }
  - expect: { message: { topic: connection, fields: { connectionState: ONLINE } } }
  - at: 1s
    do: hmi.stop
  - expect: { order: none, message: { topic: xTask, fields: { state: INTERRUPTED, code: HMI_STOP } } }
  - do: { move: [10, 12, 90] }
  - expect: { message: { topic: state } }
  - do: { hmi.edit: { volume: 30 } }
  - do: { server.call: { path: /api/service/task/page, body: { pageSize: 1 } } }
  - do: { server.call: { path: /api/refused, code: 50013 } }
`;

test('a scenario whose expectations come true ends with status 0', async () => {
  const { status, out, err } = await play(cleaning);
  expect([status, err]).toEqual([0, '']);
  expect(out.match(/step \d+ .*: done/g)).toHaveLength(20);
  expect(calls[0]).toBe('/api/service/task/page secret {"pageSize":1}');
  const moved = peer.of('state').findLast(({ serialNumber }) => serialNumber === 'S1');
  expect(moved).toMatchObject({
    mobileRobotPosition: { x: expect.closeTo(10, 1), y: expect.closeTo(12, 1) },
  });
});

test.each([
  ['expect: { phase: CLEANING }\n    within: 500ms', 'phase is none, not CLEANING'],
  ['do: { hmi.start: { area: Nowhere } }', 'no area to clean: Nowhere'],
  ['do: { server.call: { path: /api/refused } }', '50013'],
])(
  'a scenario with the step %s ends with status 1 and names it',
  async (step, named) => {
    const answer = await play(`robots: [{ sn: S3, model: J30 }]\nsteps:\n  - ${step}\n`);
    expect(answer).toMatchObject({ status: 1, err: expect.stringMatching(/step 1 /) });
    expect(answer.err).toContain(named);
  },
  30_000,
);

test.each([
  ['robots: []\nsteps: [{ do: hmi.stop }]', 'robots'],
  ['robots: [{ sn: S4, model: J30 }]\nsteps: [{ do: hmi.dance }]', 'steps.0.do'],
  [
    'robots: [{ sn: S4, model: J30 }]\nsteps: [{ do: hmi.stop, expect: { mode: STANDBY } }]',
    'either do or expect',
  ],
  ['robots: [{ sn: S4, model: J30 }]\nsteps: [{ robot: S5, do: hmi.stop }]', 'no robot S5'],
])(
  'the scenario %j is refused with status 2',
  async (scenario, named) => {
    expect(await play(scenario)).toMatchObject({ status: 2, err: expect.stringContaining(named) });
  },
  30_000,
);
