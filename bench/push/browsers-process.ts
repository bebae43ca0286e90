import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { topics } from '@sweepline/contract';
import { textFrame } from '../abuse/raw-socket.ts';

export interface Browsers {
  port: number;
  /** A session's token for each browser. */
  tokens: readonly string[];
}
/** What arrived since the last question. */
export interface Arrived {
  frames: number;
  /** Times from the publication to the arrival. */
  tookMs: number[];
  /** Browsers that got nothing. */
  silent: number;
  closed: number;
}

const subscribe = textFrame(JSON.stringify({ subscribe: topics.online.name }));
/** A frame of at least this length, up to 64 KB, has it in two further bytes. */
const longer = 126;

let closed = 0;
let tookMs: number[] = [];
const counts: number[] = [];

/** Calls `take` with each frame; the server's frames are not masked. */
function readFrames(take: (text: string) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (data) => {
    rest = rest.length > 0 ? Buffer.concat([rest, data]) : data;
    for (;;) {
      const short = rest[1] ?? 0;
      if (rest.length < 2 || (short === longer && rest.length < 4)) return;
      const from = short < longer ? 2 : 4;
      const until = from + (short < longer ? short : rest.readUInt16BE(2));
      if (rest.length < until) return;
      take(rest.toString('latin1', from, until));
      rest = rest.subarray(until);
    }
  };
}

/** The moment of an event, without parsing the whole message: the readers share the machine with the server. */
const momentIn = (text: string) => Number(text.slice(text.lastIndexOf('"at":"') + 6, -3));

function open(port: number, token: string, n: number): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const read = readFrames((text) => {
      if (!text.includes(topics.online.name)) return;
      counts[n] = (counts[n] ?? 0) + 1;
      tookMs.push(performance.timeOrigin + performance.now() - momentIn(text));
    });
    socket.write(
      `GET /service/ws/${encodeURIComponent(token)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `X-Forwarded-For: 10.0.${n >> 8}.${n & 255}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    let isOpen = false;
    socket.on('data', (data: Buffer) => {
      if (isOpen) return read(data);
      const end = data.indexOf('\r\n\r\n');
      if (!data.subarray(0, 12).toString().endsWith('101'))
        return fail(new Error(data.subarray(0, 30).toString()));
      isOpen = true;
      socket.write(subscribe);
      if (data.length > end + 4) read(data.subarray(end + 4));
      done();
    });
    socket.on('error', () => {});
    socket.on('close', () => (closed += 1));
  });
}

process.once('message', async ({ port, tokens }: Browsers) => {
  for (const [n, token] of tokens.entries()) {
    counts[n] = 0;
    await open(port, token, n);
  }
  process.on('message', () => {
    const arrived: Arrived = {
      frames: counts.reduce((sum, count) => sum + count, 0),
      tookMs,
      silent: counts.filter((count) => count === 0).length,
      closed,
    };
    counts.fill(0);
    tookMs = [];
    process.send?.(arrived);
  });
  process.send?.('open');
});
