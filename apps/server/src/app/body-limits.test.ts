import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { allCalls, errors, maxBodyBytesOf, urlOf, type Call } from '@sweepline/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bodyLimits } from '../platform/limits/body-limits.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { companyIds, people, startServer, type TestServer } from '../test-kit/index.ts';

const megabyte = 1024 * 1024;
const drain = { maxBytes: 64 * 1024, maxMs: 60_000 };
let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startServer(
    {},
    {
      requestLimits: {
        bodies: {
          ...bodyLimits,
          paces: { ...bodyLimits.paces, small: { graceMs: 400, minBytesPerSecond: 16 * 1024 } },
          inFlight: { ...bodyLimits.inFlight, disk: { perOwner: 8 * megabyte, total: 12 * megabyte } },
          drain,
        },
      },
    },
  );
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

const { mallAdmin, agentAdmin, bare } = people;
const { companies, maps, devices } = allCalls;

/** A connection that speaks HTTP by hand, so that it can stop in the middle, lie, and go on. */
function dial() {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let heard = '';
  socket.on('data', (chunk: Buffer) => void (heard += chunk.toString('utf8')));
  return {
    socket,
    heard: () => heard,
    status: (n = 1) =>
      eventually(async () => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)][n - 1]?.[1], `answer ${n}`).then(
        Number,
      ),
    /** Waits until the answer holds this text. */
    says: (text: string) => eventually(async () => heard.includes(text) || undefined, text),
    closed: () => eventually(async () => socket.destroyed || socket.readableEnded || undefined, 'the end'),
  };
}

const head = (call: Call, token: string, headers: Record<string, string | number>) =>
  [
    `POST ${urlOf(call)} HTTP/1.1`,
    'host: localhost',
    'lang: de',
    `authorization: ${token}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const boundary = 'b0undary';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const filePart = (name: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="f"\r\ncontent-type: image/png\r\n\r\n`;
const fieldPart = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const end = `\r\n--${boundary}--\r\n`;

/** Sends zeros until so many are sent or the server stops reading; answers how many the server took. */
function pour(socket: Socket, bytes: number, chunked = false) {
  const piece = Buffer.alloc(64 * 1024);
  const framed = chunked
    ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    : piece;
  let left = bytes;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= piece.length;
      if (!socket.write(framed)) return void socket.once('drain', more);
    }
  };
  more();
}

const accepted = () => server.app.server;
/** Counts the bytes that the server's sockets read while the work is done. */
async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const sockets: Socket[] = [];
  const keep = (socket: Socket) => void sockets.push(socket);
  accepted().on('connection', keep);
  await work();
  accepted().off('connection', keep);
  return sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
}

const inFlight = async (place: string) => {
  const text = await server.limits.metrics.registry.metrics();
  return Number(new RegExp(`bytes_in_flight\\{place="${place}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
};
const refusedBy = async (limit: string) => {
  const text = await server.limits.metrics.registry.metrics();
  return Number(new RegExp(`refused_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1]);
};
const settled = () =>
  eventually(async () => {
    const left = await Promise.all(['memory', 'disk', 'robot'].map(inFlight));
    return left.every((bytes) => bytes === 0) || undefined;
  }, 'nothing in flight');

test('six uploads of 120 MB to a call that takes 1 MB are refused by their length, almost unread', async () => {
  const before = await refusedBy('bodyBytes');
  const lines = Array.from({ length: 6 }, dial);
  const read = await bytesRead(async () => {
    for (const line of lines) {
      line.socket.write(
        head(companies.logo, mallAdmin.token, { ...multipart, 'content-length': 120 * megabyte }),
      );
      pour(line.socket, 120 * megabyte);
    }
    expect(await Promise.all(lines.map((line) => line.status()))).toEqual(Array(6).fill(413));
    await Promise.all(lines.map((line) => line.closed()));
  });
  await lines[0]!.says(errors.fileTooLarge.texts.ge);
  await lines[0]!.says('"requestId"');
  expect(read).toBeLessThan(6 * megabyte);
  expect((await refusedBy('bodyBytes')) - before).toBe(6);
  await settled();
});

test('a chunked upload is cut off at the limit of its call', async () => {
  const line = dial();
  const read = await bytesRead(async () => {
    line.socket.write(
      head(companies.logo, mallAdmin.token, { ...multipart, 'transfer-encoding': 'chunked' }),
    );
    const begin = filePart('picture');
    line.socket.write(`${begin.length.toString(16)}\r\n${begin}\r\n`);
    pour(line.socket, 120 * megabyte, true);
    expect(await line.status()).not.toBe(500);
    await line.closed();
  });
  await line.says(errors.fileTooLarge.texts.ge);
  expect(read).toBeLessThan(4 * megabyte);
  await settled();
});

test('a JSON body is cut off at its limit, with and without a length', async () => {
  const json = { 'content-type': 'application/json' };
  for (const [headers, chunked] of [
    [{ 'content-length': 50 * megabyte }, false],
    [{ 'transfer-encoding': 'chunked' }, true],
  ] as const) {
    const line = dial();
    line.socket.write(head(devices.list, mallAdmin.token, { ...json, ...headers }));
    pour(line.socket, 50 * megabyte, chunked);
    expect(await line.status()).toBe(413);
    await line.says(errors.requestTooLarge.texts.ge);
    await line.closed();
  }
});

test('an account without the permission is refused before its body is read', async () => {
  const line = dial();
  line.socket.write(head(companies.logo, bare.token, { ...multipart, 'content-length': 500_000 }));
  // Not one byte of the body is sent.
  await line.status();
  await line.says(`"code":${errors.forbidden.code}`);
  line.socket.destroy();
});

test('one account has a quota of bytes in flight, and another account is not touched by it', async () => {
  const opening = { ...multipart, 'content-length': 6 * megabyte };
  const first = dial();
  first.socket.write(head(maps.import, mallAdmin.token, opening));
  await eventually(async () => (await inFlight('disk')) === 6 * megabyte || undefined, 'the first one');
  const second = dial();
  second.socket.write(head(maps.import, mallAdmin.token, opening));
  expect(await second.status()).toBe(429);
  await second.says(errors.uploadsBusy.texts.ge);
  const other = dial();
  other.socket.write(head(maps.import, agentAdmin.token, opening));
  await eventually(async () => (await inFlight('disk')) === 12 * megabyte || undefined, 'the other one');
  const third = dial();
  third.socket.write(head(maps.import, people.staff.token, opening));
  expect(await third.status()).toBe(429);
  for (const { socket } of [first, second, other, third]) socket.destroy();
  await settled();
});

test('a large file goes to disk while it arrives, and none is left when its sender goes away', async () => {
  const line = dial();
  line.socket.write(head(maps.import, mallAdmin.token, { ...multipart, 'content-length': 7 * megabyte }));
  line.socket.write(filePart('picture'));
  pour(line.socket, 4 * megabyte);
  await eventually(
    async () => (await readdir(server.uploadFolder)).length === 1 || undefined,
    'a file on disk',
  );
  line.socket.destroy();
  await eventually(
    async () => (await readdir(server.uploadFolder)).length === 0 || undefined,
    'an empty folder',
  );
  await settled();
});

test('a body that stops is answered 408 and its connection is closed; no place is taken meanwhile', async () => {
  const line = dial();
  line.socket.write(
    `${head(devices.list, mallAdmin.token, { 'content-type': 'application/json', 'content-length': 100 })}{"page":`,
  );
  expect(await line.status()).toBe(408);
  await line.closed();
  await line.says(errors.requestTooSlow.texts.ge);
  expect(await refusedBy('bodyPace')).toBeGreaterThan(0);
  await settled();
});

test('a refused body that ends soon leaves its connection usable', async () => {
  const line = dial();
  const body = `${fieldPart('id', companyIds.mall)}${filePart('surprise')}${'x'.repeat(40_000)}${end}`;
  line.socket.write(
    `${head(companies.logo, mallAdmin.token, { ...multipart, 'content-length': body.length })}${body}`,
  );
  await line.status();
  await line.says('unknown file');
  const list = '{}';
  line.socket.write(
    `${head(devices.list, mallAdmin.token, { 'content-type': 'application/json', 'content-length': list.length })}${list}`,
  );
  expect(await line.status(2)).toBe(200);
  line.socket.destroy();
});

test('a multipart body of thousands of parts, of fields or of headers is refused', async () => {
  const bombs = {
    parts: Array.from({ length: 1_000 }, (_, n) => fieldPart(`f${n}`, '')).join(''),
    twice: Array.from({ length: 40 }, () => fieldPart('id', 'x')).join(''),
    prototype: fieldPart('__proto__', 'x'),
    headers: `--${boundary}\r\n${Array.from({ length: 500 }, (_, n) => `x-${n}: ${n}`).join('\r\n')}\r\n\r\nx\r\n`,
    unfinished: filePart('picture'),
  };
  for (const [name, body] of Object.entries(bombs)) {
    const answer = await server.app.inject({
      method: 'POST',
      url: urlOf(companies.logo),
      headers: { authorization: mallAdmin.token, ...multipart },
      payload: name === 'unfinished' ? body : `${body}--${boundary}--\r\n`,
    });
    expect([name, answer.json().code]).toEqual([name, errors.invalid.code]);
  }
});

test('a compressed body is refused, not unpacked', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: urlOf(devices.list),
    headers: {
      authorization: mallAdmin.token,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload: gzipSync(Buffer.alloc(10 * megabyte, ' ')),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([415, errors.fileFormat.code]);
});

test('every call refuses a body of one byte more than it takes, by its length and by what arrives', async () => {
  const posts = Object.values(allCalls)
    .flatMap((group) => Object.values<Call>(group))
    .filter((call) => call.method === 'POST');
  expect(posts.length).toBeGreaterThan(100);
  for (const call of posts) {
    const limit = maxBodyBytesOf(call);
    const type = call.kind === 'multipart' ? multipart : { 'content-type': 'application/json' };
    const line = dial();
    line.socket.write(head(call, people.superAdmin.token, { ...type, 'content-length': limit + 1 }));
    expect([call.path, await line.status()]).toEqual([call.path, 413]);
    line.socket.destroy();
    if (limit > megabyte) continue;
    const chunked = dial();
    chunked.socket.write(head(call, people.superAdmin.token, { ...type, 'transfer-encoding': 'chunked' }));
    const body = call.kind === 'multipart' ? fieldPart('x'.repeat(20), '') : '';
    chunked.socket.write(`${(limit + 1).toString(16)}\r\n${body.padEnd(limit + 1, ' ')}\r\n0\r\n\r\n`);
    expect([call.path, (await chunked.status()) >= 400 || /"code":(?!200)/.test(chunked.heard())]).toEqual([
      call.path,
      true,
    ]);
    chunked.socket.destroy();
  }
  await settled();
});

test('a picture within the limit is stored as before', async () => {
  const picture = Buffer.concat([
    Buffer.from('474946383961', 'hex'),
    randomBytes(400_000),
    Buffer.from('3b', 'hex'),
  ]);
  const answer = await server.ok(companies.logo, agentAdmin, { id: companyIds.mall }, { files: { picture } });
  expect(answer.menuImage).toMatch(/^file\//);
});

test('a body longer than its Content-Length ends its own connection and disturbs no other', async () => {
  const line = dial();
  const list = '{}';
  const request = head(devices.list, mallAdmin.token, {
    'content-type': 'application/json',
    'content-length': 2,
  });
  line.socket.write(`${request}${list}{"page":1}`);
  // Node reads the rest as the beginning of a second request, which is none.
  expect(await line.status()).toBe(400);
  await line.closed();
  expect((await server.send(devices.list, mallAdmin, {})).code).toBe(200);
});
