import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deviceCalls } from '@sweepline/contract';
import { companyIds, people } from '../../test-kit/index.ts';
import { sharedTestServer } from '../../test-kit/test-server.ts';
import { eventually, onOutsideBroker } from '../test-kit/test-gateway.ts';

const program = resolve(import.meta.dirname, '../../../../robot-sim/src/main.ts');
const readme = readFileSync(resolve(import.meta.dirname, '../../../../robot-sim/README.md'), 'utf8');
/** The commands of the README that need no code. */
const examples = [...readme.matchAll(/^ {4}npm run sim -- (run .*)$/gm)]
  .map(([, line = '']) => line)
  .filter((line) => !line.includes('--state'));

/** The robots of an example. */
function serialsIn(line: string): string[] {
  if (line.includes('J30C')) return ['J30C0001', 'J30C0002', 'J30C0003', 'J30C0004'];
  return line.includes('AGV001') ? ['AGV001'] : ['SIM0001', 'SIM0002'];
}

describe.skipIf(onOutsideBroker)('the simulator with the embedded broker', () => {
  const server = sharedTestServer({}, { devListener: true, autoAdopt: 'on' });
  let folder: string;
  let robots: ChildProcess | undefined;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sim-examples-'));
    const pixels = Buffer.alloc(200 * 200, 254);
    writeFileSync(join(folder, 'room.pgm'), Buffer.concat([Buffer.from('P5 200 200 255\n'), pixels]));
    const meta = { image: 'room.pgm', resolution: 0.05, origin: [0, 0, 0], negate: 0 };
    const thresholds = { occupied_thresh: 0.65, free_thresh: 0.196 };
    writeFileSync(join(folder, 'map.yaml'), JSON.stringify({ ...meta, ...thresholds }));
  });
  afterEach(async () => {
    if (!robots || robots.exitCode !== null) return;
    const exited = once(robots, 'exit');
    robots.kill('SIGKILL');
    await exited;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (args: readonly string[]) => {
    robots = spawn('node', [program, ...args, '--log', 'none'], { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const onlineRobots = async () => {
    const { list } = await server.ok(deviceCalls.list, people.superAdmin, {
      state: ['ONLINE'],
      pageSize: 50,
    });
    return list.map(({ sn }) => sn);
  };

  it('the README has examples', () => {
    expect(examples.length).toBeGreaterThan(3);
  });

  it.each(examples)(
    '%s: the robots are online',
    async (line) => {
      const args = line
        .replace('path/to/map.yaml', join(folder, 'map.yaml'))
        .replace('--count 1000', '--count 20')
        .split(' ')
        .map((arg) => arg.replaceAll("'", ''));
      start([...args, '--url', server.gateway.mqttUrl]);
      const expected = serialsIn(line);
      await eventually(
        async () => {
          const online = new Set(await onlineRobots());
          return expected.every((sn) => online.has(sn));
        },
        `${expected.join()} to be online`,
        60_000,
      );
    },
    90_000,
  );

  it('a robot that was activated connects to the broker that its activation named', async () => {
    const { code } = await server.aCode();
    const http = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const args = ['--sn', 'J30C7001', '--state', join(folder, 'state')];
    start(['activate', '--code', code, '--http', http, ...args]);
    await once(robots!, 'exit');
    start(['run', ...args]);
    await eventually(
      async () => (await onlineRobots()).includes('J30C7001'),
      'the robot to be online',
      20_000,
    );
    const { list } = await server.ok(deviceCalls.list, people.superAdmin, { keyword: 'J30C7001' });
    expect(list).toMatchObject([{ sn: 'J30C7001', companyId: companyIds.mall }]);
  });
});
