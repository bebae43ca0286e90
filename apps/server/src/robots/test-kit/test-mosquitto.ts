import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './broker-process.ts';
import { eventually } from './test-robot.ts';

/** The folders of system programs, which are usually not in a user's PATH. */
const folders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/sbin',
];
const program = folders.map((folder) => join(folder, 'mosquitto')).find((file) => existsSync(file)) ?? '';
/** Whether this machine lacks the broker of `docs/outside-broker.md`; tests that need it are then skipped. */
export const noMosquitto = program === '';

/** PEM files for the broker. */
interface Files {
  cert: string;
  key: string;
  deviceCa: string;
  crl: string;
}

/** Who may read the topics of all robots. */
export const observer = { username: 'observer', password: 'only looks' };

/** A server to which the rules give less than every topic: the broker grants its subscriptions all the same. */
export const narrowServer = { username: 'narrow', password: 'states only' };

/** Configured as in `docs/outside-broker.md`: listeners for certificates, for an observer and for the server, and the access rights. */
export async function aMosquitto(folder: string, { cert, key, deviceCa, crl }: Files) {
  const [port, serverPort, observerPort] = [await freePort(), await freePort(), await freePort()];
  const [conf, acl, passwords] = [`${folder}/mosquitto.conf`, `${folder}/acl`, `${folder}/passwords`];
  writeFileSync(passwords, '', { mode: 0o600 });
  for (const { username, password } of [observer, narrowServer])
    execFileSync(`${program}_passwd`.replace('/sbin/', '/bin/'), ['-b', passwords, username, password]);
  writeFileSync(
    acl,
    [
      ...['pattern readwrite vda5050/+/+/%u/#', 'pattern readwrite uagv/+/+/%u/#'],
      ...['user observer', 'topic read vda5050/#', 'topic read uagv/#'],
      ...[
        `user ${narrowServer.username}`,
        'topic readwrite vda5050/+/+/+/state',
        'topic write vda5050/#',
        '',
      ],
    ].join('\n'),
  );
  writeFileSync(
    conf,
    [
      // Started as root, the broker would switch to a user that may not read these files.
      ...['user root', 'per_listener_settings true', 'max_packet_size 1179648'],
      ...['set_tcp_nodelay true', 'max_queued_messages 1000000', 'log_type error', 'log_type warning'],
      ...[`listener ${port} 127.0.0.1`, 'require_certificate true', 'use_identity_as_username true'],
      ...['use_username_as_clientid true', `cafile ${deviceCa}`, `crlfile ${crl}`],
      ...[`certfile ${cert}`, `keyfile ${key}`, `acl_file ${acl}`],
      ...[`listener ${observerPort} 127.0.0.1`, 'allow_anonymous false'],
      ...[`password_file ${passwords}`, `acl_file ${acl}`],
      ...[`listener ${serverPort} 127.0.0.1`, 'allow_anonymous true', ''],
    ].join('\n'),
  );
  const child: ChildProcess = spawn(program, ['-c', conf], { stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await eventually(() => isOpen(serverPort), `mosquitto to listen: ${output}`);
  return {
    port,
    /** The listener of observers. */
    observerUrl: `mqtt://127.0.0.1:${observerPort}`,
    /** The listener of the server. */
    url: `mqtt://127.0.0.1:${serverPort}`,
    /** Reloads the revocation list, as `systemctl reload` does. */
    reload: () => child.kill('SIGHUP'),
    said: () => output,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
