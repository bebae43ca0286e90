import { Duplex } from 'node:stream';
import { BytePipe } from '@sweepline/contract/robot';
import ssh2 from 'ssh2';
import type { ServerChannel } from 'ssh2';
import { WebSocket } from 'ws';
import { newSessionKey } from '../../robots/shell/session-key.ts';

/** The sshd of a robot in a test: a shell that echoes, asks for a password after `sudo`, and ends with `exit`. */
export class TestSshd {
  readonly #key = newSessionKey(ssh2.utils);
  readonly #server = new ssh2.Server({ hostKeys: [this.#key.privateKey] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (attempt) => {
      if (this.refuses || attempt.method !== 'publickey') return attempt.reject(['publickey']);
      this.signIns.push(`${attempt.username} ${attempt.key.algo}`);
      attempt.accept();
    });
    client.on('session', (accept) => {
      const session = accept();
      session.on('pty', (acceptPty) => acceptPty());
      session.on('window-change', (_accept, _reject, { cols, rows }) => this.sizes.push(`${cols}x${rows}`));
      session.on('shell', (acceptShell) => this.#shell(acceptShell()));
    });
  });
  /** Whether it refuses certificates. */
  refuses = false;
  readonly signIns: string[] = [];
  readonly sizes: string[] = [];
  /** What arrived from the person. */
  typed = '';
  #channel: ServerChannel | undefined;

  /** As a robot reports it. */
  get hostKey(): string {
    return this.#key.publicKey;
  }

  inject(stream: Duplex) {
    // A stream takes the place of a socket.
    (this.#server as unknown as { injectSocket(stream: Duplex): void }).injectSocket(stream);
  }

  /** Shows text by itself. */
  print(text: string) {
    this.#channel?.write(text);
  }

  #shell(channel: ServerChannel) {
    this.#channel = channel;
    let [line, isSecret] = ['', false];
    channel.write('$ ');
    channel.on('data', (bytes: Buffer) => {
      for (const char of bytes.toString()) {
        this.typed += char;
        if (char !== '\r') {
          line += char;
          if (!isSecret) channel.write(char);
          continue;
        }
        channel.write('\r\n');
        if (line === 'exit') return void (channel.exit(0), channel.end());
        isSecret = line.startsWith('sudo') && !isSecret;
        channel.write(isSecret ? 'Password: ' : '$ ');
        line = '';
      }
    });
  }
}

interface StreamTerms {
  sessionId: string;
  token: string;
  resumeToken: string;
}

/** A robot's end of the way from its sshd to a server, which can break and come back. */
export function openTestStream(sshd: TestSshd, terms: StreamTerms, headers: Record<string, string>) {
  let socket: WebSocket | undefined;
  let written: (() => void) | undefined;
  const pipe = new BytePipe({
    send: (message) => socket?.readyState === WebSocket.OPEN && socket.send(message),
    deliver: (bytes) => stream.push(Buffer.from(bytes)),
    room: () => written?.(),
    ended: () => stream.push(null),
  });
  const stream = new Duplex({
    read: () => pipe.ready(),
    write: (bytes: Buffer, _encoding, done) => {
      if (pipe.write(bytes)) done();
      else written = done;
    },
  });
  stream.on('error', () => {});
  sshd.inject(stream);
  const ticks = setInterval(() => pipe.tick(Date.now()), 100);
  /** Connects to a server. Resolves to the status of a refusal, or to 101. */
  const connect = (address: string, token = terms.resumeToken) =>
    new Promise<number>((done) => {
      const opened = new WebSocket(`${address}/device/v1/stream/${terms.sessionId}?token=${token}`, {
        headers,
      });
      opened.on('error', () => {});
      opened.on('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
      opened.on('message', (message: Buffer) => socket === opened && pipe.receive(message));
      opened.on('close', () => socket === opened && pipe.detach());
      opened.on('open', () => {
        socket = opened;
        pipe.attach();
        done(101);
      });
    });
  return {
    /** Connects for the first time. */
    open: (address: string) => connect(address, terms.token),
    /** Comes back after the connection broke. */
    comeBack: connect,
    cut: () => socket?.terminate(),
    isClosed: () => socket === undefined || socket.readyState === WebSocket.CLOSED,
    say: (message: Uint8Array) => socket?.send(message),
    close: () => {
      clearInterval(ticks);
      socket?.terminate();
      stream.destroy();
    },
  };
}
