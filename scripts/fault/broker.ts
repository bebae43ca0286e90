import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/test-kit/servers/free-port.ts';

const mosquitto = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync);

const isOpen = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

/** A broker in a process of its own, that can be killed and started again: Mosquitto, or that of the tests where it is not installed. */
export async function createBroker(folder: string) {
  const port = await freePort();
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nmax_queued_messages 1000000\n`,
  );
  const program = mosquitto ?? process.execPath;
  const args = mosquitto ? ['-c', config] : [join(import.meta.dirname, 'broker-process.ts'), `${port}`];
  let child: ChildProcess | undefined;
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start: async (): Promise<void> => {
      child = spawn(program, args, { stdio: 'ignore' });
      while (!(await isOpen(port))) await pause(50);
    },
    kill: async (): Promise<void> => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
export type Broker = Awaited<ReturnType<typeof createBroker>>;
