import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Registered } from '../robots/test-gateway.ts';
import { freePort } from './free-port.ts';

type Program = ChildProcessByStdio<Writable, Readable, null>;

/** A server that is killed and started again on the same ports. */
export async function aMortalServer(databaseUrl: string) {
  const [mqttPort, httpPort] = [await freePort(), await freePort()];
  const program = join(import.meta.dirname, 'dispatch-process.ts');
  const name = `fault-${mqttPort}`;
  const http = `http://127.0.0.1:${httpPort}`;
  const standBy = () =>
    spawn('node', [program, databaseUrl, `${mqttPort}`, `${httpPort}`, name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  let child: Program | undefined;
  // The next one loads while the one before it lives, so that the server is not away for longer than a start takes.
  let next: Program = standBy();
  let isUp = false;
  const start = async () => {
    child = next;
    next = standBy();
    child.stdin.write('begin\n');
    await once(child.stdout, 'data');
    isUp = true;
  };
  const end = async (program: Program | undefined) => {
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const gone = once(program, 'exit');
    program.kill('SIGKILL');
    await gone;
  };
  const kill = async () => {
    isUp = false;
    await end(child);
  };
  const stop = async () => {
    await kill();
    await end(next);
  };
  await start();
  return {
    ...{ mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, start, kill, stop },
    isUp: () => isUp,
    /** Devices that are there, and those of them that have nothing to do; none while the server is away. */
    presence: (): Promise<{ online: string[]; idle: string[] }> =>
      fetch(http).then(
        // The answer of dispatch-process.ts.
        async (answer) => (await answer.json()) as { online: string[]; idle: string[] },
        () => ({ online: [], idle: [] }),
      ),
    /** Starts a task; undefined when that was not answered as done. */
    press: (taskId: string): Promise<string | undefined> =>
      fetch(`${http}/${taskId}`, { method: 'POST' }).then(
        async (answer) => (answer.ok ? await answer.text() : undefined),
        () => undefined,
      ),
  };
}

/** Our own simulated robots, and how many runs each says have ended. */
export function someRobots(devices: readonly Registered[], mapId: string, mqttUrl: string, folder: string) {
  const fleet = join(folder, 'fleet.json');
  const members = devices.map(({ sn, secret }) => ({
    ...{ sn, model: 'J30', password: secret, world: 'office', mapId, habit: false, soc: 95 },
  }));
  writeFileSync(fleet, JSON.stringify(members));
  const program = resolve(import.meta.dirname, '../../../robot-sim/src/main.ts');
  const how = ['--speedup', '60', '--mtbf', 'off', '--log', 'json'];
  const child = spawn('node', [program, 'run', '--fleet', fleet, '--url', mqttUrl, ...how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Map<string, number>();
  let unread = '';
  child.stdout.on('data', (bytes: Buffer) => {
    const lines = (unread + bytes.toString()).split('\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      // The simulator's own lines.
      const { sn, text } = JSON.parse(line) as { sn?: string; text: string };
      if (sn && text.startsWith('run ended')) ended.set(sn, (ended.get(sn) ?? 0) + 1);
    }
  });
  return {
    ended: (sn: string) => ended.get(sn) ?? 0,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
