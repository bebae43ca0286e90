import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  allCalls,
  authCalls,
  deviceCalls,
  errorLogCalls,
  mapCalls,
  networkCardCalls,
  topics,
  urlOf,
  type Call,
} from '@sweepline/contract';
import { rawSocket, textFrame } from './raw-socket.ts';

export interface Attack {
  port: number;
  /** Session tokens of the account that only reads lists and of the one that may import network cards. */
  tokens: { least: string; importer: string };
  signal: AbortSignal;
  /** Counts an answer of the server. */
  note: (answer: string) => void;
}
type Run = (attack: Attack) => Promise<void>;

/** Repeats an action in `count` parallel loops until the end. */
async function repeat({ signal, note }: Attack, count: number, once: (n: number) => Promise<string>) {
  const loop = async (n: number) => {
    while (!signal.aborted) {
      const answer = await once(n).catch(
        (error: unknown) => `error ${(error as NodeJS.ErrnoException).code ?? ''}`,
      );
      if (!signal.aborted || answer !== 'error ABORT_ERR') note(answer);
      // Limits the rate of actions that fail at once.
      await pause(5);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, n) => loop(n)));
}

interface Body {
  headers?: Record<string, string>;
  /** Written in pieces with back-pressure. */
  pieces: Iterable<Buffer>;
}

/** Sends one request; returns the status and the code of the envelope. */
function post(attack: Attack, path: string, { headers = {}, pieces }: Body, agent?: Agent): Promise<string> {
  const { port, signal } = attack;
  return new Promise((done, fail) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers,
      signal,
      ...(agent && { agent }),
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const code = /"code":(\d+)/.exec(Buffer.concat(chunks).toString())?.[1] ?? '–';
        done(`HTTP ${response.statusCode} code ${code}`);
        // The rest of a refused body is not sent.
        sent.destroy();
      });
    });
    sent.on('error', fail);
    const rest = pieces[Symbol.iterator]();
    const write = () => {
      for (;;) {
        const { value, done: isOver } = rest.next();
        if (isOver) return void sent.end();
        if (!sent.write(value)) return void sent.once('drain', write);
      }
    };
    write();
  });
}

const authorized = (token: string) => ({ authorization: token });
const json = { 'content-type': 'application/json' };
const maxTextBytes = 24_000;

const openSockets: Run = async (attack) => {
  const open: Promise<void>[] = [];
  await repeat(attack, 8, async (n) => {
    const ticket = n < 4 ? attack.tokens.least : randomUUID();
    const ending = rawSocket(attack.port, ticket, { next: () => undefined, signal: attack.signal });
    open.push(ending.then(attack.note));
    return 'opened or refused';
  });
  await Promise.all(open);
};

const floodSockets =
  (next: () => Buffer): Run =>
  (attack) =>
    repeat(attack, 4, () => rawSocket(attack.port, attack.tokens.least, { next, signal: attack.signal }));

const manySubscriptions = () =>
  Buffer.concat(
    Array.from({ length: 100 }, () => textFrame(JSON.stringify({ subscribe: `/ws/device/${randomUUID()}` }))),
  );
const longSubscription = textFrame(
  JSON.stringify({ subscribe: topics.devices.name, only: Array.from({ length: 500 }, () => randomUUID()) }),
);
const nonsense = Buffer.concat(Array.from({ length: 200 }, (_, n) => textFrame(`{"drive":${n}`)));
const oversized = textFrame('x'.repeat(1024 * 1024));

const uploadBytes = 120 * 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, 'x');
function* upload(boundary: string, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields))
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`,
  );
  for (let sent = 0; sent < uploadBytes; sent += piece.length) yield piece;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}
const uploads =
  (call: Call, tokenOf: (attack: Attack) => string | undefined, fields: Record<string, string> = {}): Run =>
  (attack) =>
    repeat(attack, 6, () => {
      const boundary = randomUUID();
      const token = tokenOf(attack);
      const headers = {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(token && authorized(token)),
      };
      return post(attack, urlOf(call), { headers, pieces: upload(boundary, fields) });
    });

/** 200 connections that send one byte per second. */
const slowBodies: Run = (attack) =>
  repeat(attack, 200, () => {
    const { port, signal, tokens } = attack;
    return new Promise((done) => {
      const socket = connect({ port, host: '127.0.0.1' });
      let answer = 'cut';
      socket.write(
        `POST ${urlOf(deviceCalls.list)} HTTP/1.1\r\nHost: a\r\nAuthorization: ${tokens.least}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
      );
      const drip = setInterval(() => socket.write(' '), 1_000);
      socket.on('data', (data: Buffer) => (answer = `HTTP ${data.subarray(9, 12).toString()}`));
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(drip);
        done(answer);
      });
      signal.addEventListener('abort', () => {
        if (answer === 'cut') answer = 'stayed open';
        socket.destroy();
      });
    });
  });

const flood =
  (count: number, once: (attack: Attack, agent: Agent, n: number) => Promise<string>): Run =>
  async (attack) => {
    const agent = new Agent({ keepAlive: true, maxSockets: count });
    await repeat(attack, count, (n) => once(attack, agent, n));
    agent.destroy();
  };

const faultReport = () =>
  Buffer.from(JSON.stringify({ level: 'ERROR', desc: `${randomUUID()} ${'x'.repeat(1_000)}` }));

const publicPosts = Object.values(allCalls)
  .flatMap((feature): Call[] => Object.values(feature))
  .filter((call) => call.allow === 'everyone' && call.method === 'POST' && call.kind !== 'multipart');

/** Sockets that subscribe to everything and connections that request lists, without reading answers. */
const slowReaders: Run = async (attack) => {
  const { port, signal, tokens, note } = attack;
  const subscriptions = Buffer.concat(
    Object.values(topics).map(({ name }) => textFrame(JSON.stringify({ subscribe: name }))),
  );
  const sockets = repeat(attack, 20, () => {
    const frames = [subscriptions];
    return rawSocket(port, tokens.least, { next: () => frames.pop(), ignoreInput: true, signal });
  });
  const body = JSON.stringify({ page: 1, pageSize: 50 });
  const ask =
    `POST ${urlOf(deviceCalls.list)} HTTP/1.1\r\nHost: a\r\nAuthorization: ${tokens.least}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const lists = Array.from({ length: 50 }, async () => {
    const socket = connect({ port, host: '127.0.0.1' }).pause();
    socket.on('error', () => {});
    while (!signal.aborted && !socket.destroyed) {
      if (!socket.writableNeedDrain) socket.write(ask);
      await pause(500);
    }
    note(socket.destroyed ? 'cut' : 'stayed open');
    socket.destroy();
  });
  await Promise.all([sockets, ...lists]);
};

/** Attacks by name, each as strong as possible without further permissions. */
export const attacks = {
  'opening sockets': openSockets,
  subscribing: floodSockets(manySubscriptions),
  'long subscriptions': floodSockets(() => longSubscription),
  'socket messages': floodSockets(() => nonsense),
  'oversized frames': floodSockets(() => oversized),
  'uploads to a call the account may make': uploads(
    networkCardCalls.importPreview,
    ({ tokens }) => tokens.importer,
  ),
  'uploads to a call it may not make': uploads(mapCalls.preview, ({ tokens }) => tokens.least),
  'uploads of a stranger to the login': uploads(authCalls.login, () => undefined, {
    username: 'a',
    password: 'b',
  }),
  'slow bodies': slowBodies,
  'error reports of a stranger': flood(50, (attack, agent) =>
    post(attack, urlOf(errorLogCalls.save), { headers: json, pieces: [faultReport()] }, agent),
  ),
  logins: flood(50, (attack, agent) => {
    const text =
      `--b\r\nContent-Disposition: form-data; name="username"\r\n\r\n${randomUUID()}\r\n` +
      `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nwrong\r\n--b--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    return post(attack, urlOf(authCalls.login), { headers, pieces: [Buffer.from(text)] }, agent);
  }),
  'refusals of public calls': flood(50, (attack, agent, n) => {
    const call = publicPosts[n % publicPosts.length]!;
    const body = JSON.stringify({ id: randomUUID(), token: 'x'.repeat(43), text: 'x'.repeat(maxTextBytes) });
    return post(attack, urlOf(call), { headers: json, pieces: [Buffer.from(body)] }, agent);
  }),
  'slow readers': slowReaders,
} satisfies Record<string, Run>;
