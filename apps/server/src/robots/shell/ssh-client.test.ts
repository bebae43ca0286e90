import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../test-kit/servers/free-port.ts';
import { eventually } from '../test-kit/test-robot.ts';
import { openSshShell } from './ssh-client.ts';
import { issueCertificate, newAuthorityKey } from './user-certificate.ts';

const program = '/usr/sbin/sshd';
const { username, uid } = userInfo();
// Without root an sshd signs in its own user only, and needs no separation of privileges.
const canRun = existsSync(program) && existsSync('/usr/bin/ssh-keygen') && uid === 0;
const authority = newAuthorityKey();
let folder: string;
let port: number;
let sshd: ChildProcess | undefined;

beforeAll(async () => {
  if (!canRun) return;
  folder = await mkdtemp(join(tmpdir(), 'sweepline-sshd-'));
  port = await freePort();
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'host')]);
  await writeFile(join(folder, 'authority.pub'), `${newAuthorityKey().publicKey}\n${authority.publicKey}\n`);
  await writeFile(join(folder, 'principals'), 'diag\n');
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    'PidFile none',
    `TrustedUserCAKeys ${join(folder, 'authority.pub')}`,
    `AuthorizedPrincipalsFile ${join(folder, 'principals')}`,
    'StrictModes no',
    'PasswordAuthentication no',
    'UsePAM no',
    'PermitRootLogin yes',
  ];
  await writeFile(join(folder, 'config'), `${lines.join('\n')}\n`);
  await mkdir('/run/sshd', { recursive: true });
  sshd = spawn(program, ['-D', '-f', join(folder, 'config')], { stdio: 'ignore' });
  await eventually(
    () =>
      new Promise<boolean>((done) => {
        const socket = createConnection(port, '127.0.0.1', () => done(true));
        socket.on('error', () => done(false)).on('connect', () => socket.destroy());
      }),
    'the sshd',
  );
});
afterAll(async () => {
  sshd?.kill();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Opens a shell at the sshd. */
async function open({ principal = 'diag', nowMs = Date.now(), by = authority, hostKey = '' } = {}) {
  const output = { text: '' };
  const shell = await openSshShell({
    stream: createConnection(port, '127.0.0.1'),
    user: username,
    hostKey: hostKey || (await readFile(join(folder, 'host.pub'), 'utf8')).trim(),
    certify: (publicKey) => issueCertificate(by, { keyId: 'test', serial: 1n, principal, publicKey, nowMs }),
    size: { cols: 100, rows: 30 },
    shown: (bytes) => (output.text += bytes.toString()),
    ended: () => {},
  });
  return { shell, output };
}

test.skipIf(!canRun)('OpenSSH accepts the certificate and gives a terminal of the size', async () => {
  const { shell, output } = await open();
  shell.type('echo $((6*7)) $(tput cols)\r');
  await eventually(() => output.text.includes('42 100'), 'the output');
  shell.end();
});

test.skipIf(!canRun).each([
  ['of another principal', { principal: 'root' }],
  ['that is over', { nowMs: Date.now() - 3_600_000 }],
  ['of an unknown authority', { by: newAuthorityKey() }],
])('OpenSSH refuses a certificate %s', async (_name, terms) => {
  await expect(open(terms)).rejects.toMatchObject({ reason: 'CERTIFICATE' });
});

test.skipIf(!canRun)('another host key gets no certificate', async () => {
  const hostKey = newAuthorityKey().publicKey;
  await expect(open({ hostKey })).rejects.toMatchObject({ reason: 'HOST_KEY' });
});
