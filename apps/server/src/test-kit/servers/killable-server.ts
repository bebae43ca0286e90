import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call, Envelope, Output } from '@sweepline/contract';
import type { Person } from '../people.ts';
import { sendOverHttp } from '../send-over-http.ts';

/** The program of a server, in the folder of this one's source or of another version's. */
export const programIn = (source: string): string => join(source, 'test-kit', 'server-process.ts');

/** As `npm start` does: half of the time of a start is the loading of modules. */
const resolveOnce = join(import.meta.dirname, '../../../../../scripts/resolve-once.js');

interface KillableOptions {
  program?: string;
  /** Further values of its environment. */
  values?: Record<string, string>;
}

interface Addresses {
  url: string;
  mqttUrl: string;
}

/** A whole server in a process of its own, on one data folder and one database, that can be killed and started again. */
export async function createKillableServer(
  databaseUrl: string,
  { program = programIn(join(import.meta.dirname, '..', '..')), values = {} }: KillableOptions = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-killable-'));
  let child: ChildProcess | undefined;
  let addresses: Addresses = { url: '', mqttUrl: '' };
  let printed = '';
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    return ((await exited) as [number | null])[0];
  };
  return {
    folder,
    addresses: () => addresses,
    start: async (): Promise<void> => {
      const anyPort = { HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'error' };
      const env = {
        ...process.env,
        ...anyPort,
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        WS_ACCEPT_SESSION_TOKEN: '1',
        ...values,
      };
      const execArgv = [...process.execArgv, '--import', resolveOnce];
      child = fork(program, { env, execArgv, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
      const ended = once(child, 'exit').then(() => {
        throw new Error('the server ended during its start');
      });
      const [line] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
      ended.catch(() => {});
      child.stdout?.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
      addresses = JSON.parse(line.toString()) as Addresses;
    },
    /** The errors that it has logged. */
    printed: () => printed,
    kill: () => end('SIGKILL'),
    /** Stops the server in order. Returns its exit code. */
    stop: () => end('SIGTERM'),
    remove: async (): Promise<void> => {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
    /** Sends a JSON call as a person. */
    send: async <C extends Call>(
      call: C,
      who: Person,
      input: object,
      headers: Record<string, string> = {},
    ): Promise<Envelope<Output<C>>> => sendOverHttp(addresses.url, call, who, input, headers),
  };
}
export type KillableServer = Awaited<ReturnType<typeof createKillableServer>>;
