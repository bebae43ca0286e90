import { createConnection, type Socket } from 'node:net';
import { BytePipe, type SshOpenParams } from '@sweepline/contract/robot';
import type { OpenStream, StreamSocket } from '../video/streams.ts';
import type { SshHost } from './ssh-host.ts';

interface ShellStreamSetup {
  host: SshHost | undefined;
  open: OpenStream | undefined;
  /** Reads the keys of the authorities again. */
  refreshAuthorities: () => Promise<void>;
  now: () => number;
}

interface Shell {
  params: SshOpenParams;
  pipe: BytePipe;
  sshd: Socket;
  socket: StreamSocket | undefined;
  /** Since when it has no connection to the server, and when the next one is tried. */
  awayMs: number | undefined;
  nextMs: number;
  untilMs: number;
  hasOpened: boolean;
}

const returnEveryMs = 1_000;
/** The server waits 15 s; a little longer does no harm. */
const returnWithinMs = 20_000;

/** Carries bytes between the server and the robot's sshd (docs/protocol/shell.md#session), over connections that may break. */
export class ShellStream {
  readonly #setup: ShellStreamSetup;
  #shell: Shell | undefined;
  #isOpening = false;

  constructor(setup: ShellStreamSetup) {
    this.#setup = setup;
  }

  /** Opens the stream. Returns the code of a refusal; `ended` says whether the connection opened. */
  open(params: SshOpenParams, ended: (isOpen: boolean) => void): string | undefined {
    const { host, open } = this.#setup;
    if (!open || !host || params.user !== 'diag') return 'UNSUPPORTED';
    if (this.#shell || this.#isOpening) return 'BUSY';
    this.#isOpening = true;
    this.#begin(params, host, ended)
      .catch(() => ended(false))
      .finally(() => (this.#isOpening = false));
    return undefined;
  }

  close(sessionId: string) {
    const shell = this.#shell;
    if (shell?.params.sessionId !== sessionId) return;
    this.#shell = undefined;
    shell.sshd.destroy();
    shell.socket?.close();
  }

  closeAll() {
    if (this.#shell) this.close(this.#shell.params.sessionId);
  }

  tick() {
    const [shell, nowMs] = [this.#shell, this.#setup.now()];
    if (!shell) return;
    shell.pipe.tick(nowMs);
    const { awayMs, params, untilMs } = shell;
    const isOver = shell.sshd.destroyed && shell.pipe.isFlushed;
    const isLost = awayMs !== undefined && (!shell.hasOpened || nowMs - awayMs > returnWithinMs);
    if (isLost || nowMs > untilMs || (isOver && awayMs !== undefined)) this.close(params.sessionId);
    else if (awayMs !== undefined && !shell.socket && nowMs >= shell.nextMs)
      this.#connect(shell, params.resumeToken);
  }

  async #begin(params: SshOpenParams, host: SshHost, ended: (isOpen: boolean) => void) {
    await this.#setup.refreshAuthorities();
    const sshd = createConnection(await host.port(), '127.0.0.1');
    const pipe = new BytePipe({
      send: (message) => shell.socket?.send(message),
      deliver: (bytes) => sshd.write(bytes),
      room: () => sshd.resume(),
      ended: () => sshd.end(),
    });
    const times = { awayMs: undefined, nextMs: 0, untilMs: this.#setup.now() + params.maxSeconds * 1000 };
    const shell: Shell = { params, pipe, sshd, socket: undefined, hasOpened: false, ...times };
    this.#shell = shell;
    sshd.on('data', (bytes) => {
      if (!pipe.write(bytes)) sshd.pause();
    });
    sshd.on('drain', () => pipe.ready());
    // `close` follows.
    sshd.on('error', () => {});
    sshd.on('close', () => pipe.end());
    this.#connect(shell, params.token, ended);
  }

  #connect(shell: Shell, token: string, ended: (isOpen: boolean) => void = () => {}) {
    const { open, now } = this.#setup;
    shell.nextMs = now() + returnEveryMs;
    const socket: StreamSocket | undefined = open?.(shell.params.sessionId, token, {
      opened: () => {
        if (shell.socket !== socket) return;
        Object.assign(shell, { hasOpened: true, awayMs: undefined });
        shell.pipe.attach();
        ended(true);
      },
      received: (message) => {
        if (shell.socket === socket && !shell.pipe.receive(message)) this.close(shell.params.sessionId);
      },
      closed: () => {
        ended(false);
        if (shell.socket !== socket) return;
        shell.pipe.detach();
        shell.socket = undefined;
        shell.awayMs ??= now();
      },
    });
    shell.socket = socket;
  }
}
