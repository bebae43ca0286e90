import { videoFramesTopic } from '@sweepline/contract';
import { cameras, sessionId } from './streams.ts';

export interface Viewers {
  port: number;
  /** A session's token for each viewer. */
  tokens: readonly string[];
}
/** What arrived since the last question. */
export interface Seen {
  frames: number;
  /** Viewers without a frame. */
  blind: number;
  closed: number;
}

let closed = 0;
const counts: number[] = [];

function open(port: number, token: string, n: number): Promise<void> {
  const address = `ws://127.0.0.1:${port}/service/ws/${encodeURIComponent(token)}`;
  const headers = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` };
  // The client of Node takes headers; the types of browsers have none.
  const socket = new WebSocket(address, { headers } as unknown as string[]);
  counts[n] = 0;
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }) => {
    if (data instanceof ArrayBuffer) counts[n]! += 1;
  });
  socket.addEventListener('close', () => (closed += 1));
  return new Promise((done) =>
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ subscribe: videoFramesTopic(sessionId(n % cameras)) }));
      done();
    }),
  );
}

process.once('message', async ({ port, tokens }: Viewers) => {
  for (const [n, token] of tokens.entries()) await open(port, token, n);
  process.on('message', () => {
    const frames = counts.reduce((sum, count) => sum + count, 0);
    const seen: Seen = { frames, blind: counts.filter((count) => count === 0).length, closed };
    counts.fill(0);
    process.send?.(seen);
  });
  process.send?.('open');
});
