import type { Duplex } from 'node:stream';
import type { Client, ClientChannel } from 'ssh2';
import { signInWithCertificate } from './certificate-login.ts';
import { newSessionKey } from './session-key.ts';

export type SshFaultReason = 'HOST_KEY' | 'CERTIFICATE' | 'STREAM';

/** Why no shell could be opened. */
export class SshFault extends Error {
  readonly reason: SshFaultReason;
  constructor(reason: SshFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface ShellTerms {
  /** The way to the robot's sshd. */
  stream: Duplex;
  user: string;
  /** The host key that the robot reported, as in `known_hosts` without the name. */
  hostKey: string;
  /** The certificate for a key of this session. */
  certify(publicKey: Buffer): Buffer;
  size: { cols: number; rows: number };
  shown(bytes: Buffer): void;
  /** The shell ended, or its connection was lost. */
  ended(): void;
}

export interface SshShell {
  type(text: string): void;
  resize(cols: number, rows: number): void;
  end(): void;
}

const readyMs = 14_000;
const terminal = 'xterm-256color';

/** Opens a shell over SSH. The library is loaded with the first one. */
export async function openSshShell(terms: ShellTerms): Promise<SshShell> {
  const { Client: SshClient, utils } = (await import('ssh2')).default;
  const [type = '', encoded = ''] = terms.hostKey.split(' ');
  const { privateKey, parsed } = newSessionKey(utils);
  const client = new SshClient();
  try {
    await connected(client, () => {
      client.connect({
        sock: terms.stream,
        username: terms.user,
        privateKey,
        authHandler: ['publickey'],
        // The robot may have keys of several types, and reports one.
        // The list contains the types that the library knows; it refuses any other.
        algorithms: { serverHostKey: [type as 'ssh-ed25519'] },
        hostVerifier: (hostKey: Buffer) => hostKey.equals(Buffer.from(encoded, 'base64')),
        readyTimeout: readyMs,
      });
      signInWithCertificate(client, terms.certify(parsed.getPublicSSH()), (data) => parsed.sign(data));
    });
    return await shellOf(client, terms);
  } catch (error) {
    client.destroy();
    throw error;
  }
}

const reasonOf = (error: unknown): SshFaultReason => {
  const { level, message } = error as { level?: string; message: string };
  if (level === 'client-authentication') return 'CERTIFICATE';
  return /host|server host key/i.test(message) ? 'HOST_KEY' : 'STREAM';
};

/** Resolves when the client is signed in. */
const connected = (client: Client, connect: () => void) =>
  new Promise<void>((done, fail) => {
    const refuse = (error: unknown) => fail(new SshFault(reasonOf(error), String(error)));
    client.on('ready', done).on('error', refuse);
    client.on('close', () => fail(new SshFault('STREAM', 'the connection was closed')));
    try {
      connect();
    } catch (error) {
      fail(new SshFault('HOST_KEY', String(error)));
    }
  });

const shellOf = (client: Client, { size, shown, ended }: ShellTerms) =>
  new Promise<SshShell>((done, fail) => {
    client.on('close', () => fail(new SshFault('STREAM', 'the connection was closed')));
    client.shell({ ...size, term: terminal }, (error, channel: ClientChannel) => {
      if (error) return fail(new SshFault('STREAM', error.message));
      channel.on('data', shown).on('close', ended);
      client.on('close', ended);
      done({
        type: (text) => void channel.write(text),
        resize: (cols, rows) => channel.setWindow(rows, cols, 0, 0),
        end: () => {
          channel.end();
          client.end();
        },
      });
    });
  });
