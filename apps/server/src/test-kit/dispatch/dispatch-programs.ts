import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Registered } from '../../robots/test-kit/test-gateway.ts';
import { freePort } from '../servers/free-port.ts';

type Program = ChildProcessByStdio<Writable, Readable, null>;

/** A server that can be killed and started again on the same ports; robots use the broker of `MQTT_URL` if that is set. */
export async function createKillableServer(databaseUrl: string) {
  const [mqttPort, httpPort] = [await freePort(), await freePort()];
  const program = join(import.meta.dirname, 'dispatch-process.ts');
  const name = `fault-${mqttPort}`;
  const http = `http://127.0.0.1:${httpPort}`;
  const outside = process.env['MQTT_URL'];
  const args = [program, databaseUrl, `${mqttPort}`, `${httpPort}`, name, outside ?? ''];
  const standBy = async () => {
    const loading = spawn('node', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(loading.stdout, 'data');
    return loading;
  };
  let child: Program | undefined;
  // The next process is loaded before the running one may be killed, so that the server is away only briefly. Otherwise the robots'
  // backoff would keep them away for minutes (docs/protocol/connecting.md#reconnecting).
  let next: Program = await standBy();
  let isUp = false;
  let [leftMs, longestAwayMs] = [Date.now(), 0];
  const start = async () => {
    child = next;
    child.stdin.write('begin\n');
    await once(child.stdout, 'data');
    isUp = true;
    longestAwayMs = Math.max(longestAwayMs, Date.now() - leftMs);
    next = await standBy();
  };
  const end = async (program: Program | undefined) => {
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const exited = once(program, 'exit');
    program.kill('SIGKILL');
    await exited;
  };
  const kill = async () => {
    isUp = false;
    leftMs = Date.now();
    await end(child);
  };
  const stop = async () => {
    await kill();
    await end(next);
  };
  await start();
  longestAwayMs = 0;
  return {
    mqttUrl: outside ?? `mqtt://127.0.0.1:${mqttPort}`,
    start,
    kill,
    stop,
    isUp: () => isUp,
    /** The longest time between a kill and the next start. */
    longestAwayMs: () => longestAwayMs,
    /** Devices that are online, and those of them that are idle; none while the server is away. */
    presence: (): Promise<{ online: string[]; idle: string[] }> =>
      fetch(http).then(
        // The answer of dispatch-process.ts.
        async (answer) => (await answer.json()) as { online: string[]; idle: string[] },
        () => ({ online: [], idle: [] }),
      ),
    /** Starts a task; undefined if the server did not answer with a run. */
    press: (taskId: string): Promise<string | undefined> =>
      fetch(`${http}/${taskId}`, { method: 'POST' }).then(
        async (answer) => (answer.ok ? await answer.text() : undefined),
        () => undefined,
      ),
  };
}

/** Starts simulated robots, and counts their ended runs and refused connections. */
export function startRobots(devices: readonly Registered[], mapId: string, mqttUrl: string, folder: string) {
  const fleet = join(folder, 'fleet.json');
  const members = devices.map(({ sn, secret }) => ({
    sn,
    model: 'J30',
    password: secret,
    world: 'office',
    mapId,
    habit: false,
    soc: 95,
  }));
  writeFileSync(fleet, JSON.stringify(members));
  const program = resolve(import.meta.dirname, '../../../../robot-sim/src/main.ts');
  const how = ['--speedup', '60', '--mtbf', 'off', '--log', 'json'];
  const child = spawn('node', [program, 'run', '--fleet', fleet, '--url', mqttUrl, ...how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Map<string, number>();
  const refusals = new Map<string, number>();
  let maxRefusals = 0;
  let unread = '';
  child.stdout.on('data', (bytes: Buffer) => {
    const lines = (unread + bytes.toString()).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      // The log lines of the simulator.
      const { sn, text } = JSON.parse(line) as { sn?: string; text: string };
      if (sn && text.startsWith('run ended')) ended.set(sn, (ended.get(sn) ?? 0) + 1);
      if (sn && text.includes('ECONNREFUSED')) {
        refusals.set(sn, (refusals.get(sn) ?? 0) + 1);
        maxRefusals = Math.max(maxRefusals, refusals.get(sn) ?? 0);
      }
      if (sn && text === 'online') refusals.delete(sn);
    }
  });
  return {
    ended: (sn: string) => ended.get(sn) ?? 0,
    maxRefusedConnections: () => maxRefusals,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
