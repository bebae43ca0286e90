import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { connectionOf, socketUrl } from '../../apps/server/src/platform/embedded/connection.ts';
import { freePort } from '../../scripts/start/free-port.ts';
import { descendantsOf } from './process-memory.ts';

const root = join(import.meta.dirname, '../..');

/** What `npm start` has started. */
export interface Installation {
  /** The address of the console. */
  url: string;
  mqttPort: number;
  /** The database, as its owner. */
  databaseUrl: string;
  /** The process id of the server. */
  server: number;
  /** The process ids of PostgreSQL. */
  database: () => number[];
  /** The process ids of PostgreSQL that serve the server's pool. */
  connections: () => Promise<number[]>;
  /** All process ids but that of the starter, which only waits. */
  all: () => number[];
  stop: () => Promise<void>;
}

/** Starts everything on one machine with its data in `folder`, as a person does. */
export async function startInstallation(folder: string, args: readonly string[] = []): Promise<Installation> {
  const mqttPort = await freePort(21_883, '127.0.0.1');
  const starter = spawn(process.execPath, [join(root, 'scripts/start.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(await freePort(28_080, '127.0.0.1')),
      MQTT_PORT: String(mqttPort),
    },
  });
  const exit = once(starter, 'exit');
  const url = await addressIn(starter.stdout, exit);
  const [server] = descendantsOf(starter.pid!);
  const { postmaster, databaseUrl } = databaseOf(folder);
  const database = () => [postmaster, ...descendantsOf(postmaster)];
  return {
    url,
    mqttPort,
    databaseUrl,
    server: server!,
    database,
    connections: () => connectionsOf(databaseUrl),
    // PostgreSQL may be a child of the server or of the system.
    all: () => [...new Set([...descendantsOf(starter.pid!), ...database()])],
    stop: async () => {
      starter.kill('SIGTERM');
      await exit;
    },
  };
}

/** The address in the greeting of a start. */
async function addressIn(output: AsyncIterable<Buffer>, exit: Promise<unknown>): Promise<string> {
  let text = '';
  const greeting = (async () => {
    for await (const chunk of output) {
      text += chunk.toString();
      const address = /^Sweepline is at (\S+)$/m.exec(text)?.[1];
      if (address !== undefined) return address;
    }
    return undefined;
  })();
  const address = await Promise.race([greeting, exit.then(() => undefined)]);
  if (address === undefined) throw new Error(`The start failed:\n${text}`);
  return address;
}

function databaseOf(folder: string) {
  const [pid, , , , socket] = readFileSync(join(folder, 'pg/cluster/postmaster.pid'), 'utf8').split('\n');
  return { postmaster: Number(pid), databaseUrl: socketUrl(socket ?? '', 'sweepline') };
}

async function connectionsOf(databaseUrl: string): Promise<number[]> {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1 });
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'sweepline' and usename = 'sweepline_app'`;
  await sql.end();
  return rows.map(({ pid }) => pid);
}
