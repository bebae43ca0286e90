import { firstLogLines, maxLogBytesPerS, type LogOpenParams } from '@sweepline/contract/robot';
import type { OpenStream, StreamSocket } from '../../video/streams.ts';
import type { RobotLog } from './robot-log.ts';

interface LogStreamSetup {
  log: RobotLog;
  open: OpenStream | undefined;
  now: () => number;
}

interface Stream {
  sessionId: string;
  socket: StreamSocket;
  isOpen: boolean;
  untilMs: number;
  sentMs: number;
  lines: string[];
  skipped: number;
  /** Bytes of this second. */
  bytes: number;
  secondMs: number;
}

/** Lines wait this long, so that many of them are one message. */
const gatherMs = 200;
/** An empty message after this time says that the robot has nothing to write. */
const aliveMs = 15_000;
const maxLines = 500;

/** Sends the robot's log as it writes it (docs/protocol/files.md#live-log). */
export class LogStream {
  readonly #setup: LogStreamSetup;
  #stream: Stream | undefined;

  constructor(setup: LogStreamSetup) {
    this.#setup = setup;
    setup.log.onLine = (line) => this.#gather(line);
  }

  /** Opens the stream. Returns the code of a refusal; `ended` says whether the connection opened. */
  open(
    { sessionId, token, maxSeconds }: LogOpenParams,
    ended: (isOpen: boolean) => void,
  ): string | undefined {
    const { open, now, log } = this.#setup;
    if (!open || log.isLight) return 'UNSUPPORTED';
    if (this.#stream) return 'BUSY';
    const times = { untilMs: now() + maxSeconds * 1000, sentMs: now(), secondMs: now() };
    const rest = { lines: log.newest(firstLogLines), skipped: 0, bytes: 0 };
    const socket = open(sessionId, token, {
      opened: () => {
        if (this.#stream?.sessionId === sessionId) this.#stream.isOpen = true;
        ended(true);
      },
      closed: () => {
        if (this.#stream?.sessionId === sessionId) this.#stream = undefined;
        ended(false);
      },
    });
    this.#stream = { sessionId, socket, isOpen: false, ...times, ...rest };
    return undefined;
  }

  close(sessionId: string) {
    if (this.#stream?.sessionId !== sessionId) return;
    const { socket } = this.#stream;
    this.#stream = undefined;
    socket.close();
  }

  closeAll() {
    if (this.#stream) this.close(this.#stream.sessionId);
  }

  tick() {
    const [stream, nowMs] = [this.#stream, this.#setup.now()];
    if (!stream) return;
    if (nowMs > stream.untilMs) return this.close(stream.sessionId);
    const isDue = stream.lines.length > 0 || stream.skipped > 0;
    const waitedMs = nowMs - stream.sentMs;
    if (!stream.isOpen || waitedMs < (isDue ? gatherMs : aliveMs)) return;
    const { lines, skipped } = stream;
    stream.socket.send(JSON.stringify({ lines, skipped }));
    Object.assign(stream, { lines: [], skipped: 0, sentMs: nowMs });
  }

  #gather(line: string) {
    const [stream, nowMs] = [this.#stream, this.#setup.now()];
    if (!stream) return;
    if (nowMs - stream.secondMs >= 1_000) Object.assign(stream, { bytes: 0, secondMs: nowMs });
    stream.bytes += Buffer.byteLength(line);
    if (stream.bytes > maxLogBytesPerS || stream.lines.length >= maxLines) stream.skipped++;
    else stream.lines.push(line);
  }
}
