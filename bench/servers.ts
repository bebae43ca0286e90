import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { freePort } from '../scripts/start/free-port.ts';
import { firstOf } from './fleet/members.ts';
import { report } from './measure/report.ts';
import { measureDrives } from './servers/drives.ts';
import { measureFence } from './servers/fence.ts';
import { measurePushes } from './servers/pushes.ts';
import { measureShare } from './servers/share.ts';
import { createDatabase } from './world/create-database.ts';

const mosquitto = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync);

/** What the parts of this bench need: databases, a broker and processes that end with it. */
export interface Stage {
  folder: string;
  mqttUrl: string;
  /** Starts one more broker. */
  broker(): Promise<string>;
  database(name: string): Promise<string>;
  /** Starts a process and returns it with its first message, a port. */
  start(file: string, args: readonly string[], job?: object): Promise<{ child: ChildProcess; port: number }>;
}

/** Several servers against one: pushes and drives through another server, processor time per message, the check of the owner. */
export async function run(args: readonly string[]) {
  if (!mosquitto) throw new Error('Several servers need Mosquitto, which is not installed here.');
  const folder = mkdtempSync(join(tmpdir(), 'servers-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  try {
    const broker = async () => {
      const port = await freePort(21_886, '127.0.0.1');
      const config = join(folder, `mosquitto-${port}.conf`);
      writeFileSync(
        config,
        `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nmax_queued_messages 1000000\n`,
      );
      children.push(spawn(mosquitto, ['-c', config], { stdio: 'ignore' }));
      await pause(500);
      return `mqtt://127.0.0.1:${port}`;
    };
    const stage: Stage = {
      folder,
      broker,
      mqttUrl: await broker(),
      database: (name) => createDatabase(database.url, name),
      start: async (file, values, job) => {
        const child = fork(join(import.meta.dirname, file), values, {
          env: { ...process.env, NODE_ENV: 'production' },
        });
        children.push(child);
        if (job) child.send(job);
        return { child, port: await firstOf<number>(child) };
      },
    };
    const parts = { fence: measureFence, pushes: measurePushes, share: measureShare, drives: measureDrives };
    for (const [name, measure] of Object.entries(parts))
      if (args.length === 0 || args.includes(name)) report([await measure(stage)].flat());
  } finally {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
