import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { allCalls, errors, maxBodyBytesOf, urlOf, type Call } from '@sweepline/contract';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { bodyLimits } from '../platform/limits/body-limits.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../test-kit/index.ts';
import { ownTestServer } from '../test-kit/test-server.ts';

const megabyte = 1024 * 1024;
const drain = { maxBytes: 64 * 1024, maxMs: 60_000 };
const server = ownTestServer(
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
let port: number;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

const { mallAdmin, agentAdmin, bare } = people;
const { companies, maps, devices } = allCalls;

/** A raw HTTP connection, so that a test can stop in the middle of a body or send wrong lengths. */
function openConnection() {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (chunk: Buffer) => void (received += chunk.toString('utf8')));
  return {
    socket,
    received: () => received,
    status: (n = 1) =>
      eventually(async () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)][n - 1]?.[1], `answer ${n}`).then(
        Number,
      ),
    /** Waits until the answer contains this text. */
    waitForText: (text: string) => eventually(async () => received.includes(text) || undefined, text),
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

/** Sends `bytes` zeros, or fewer if the server stops reading. */
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
/** Counts the bytes that the server's sockets read during `work`. */
async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const sockets: Socket[] = [];
  const addSocket = (socket: Socket) => void sockets.push(socket);
  accepted().on('connection', addSocket);
  await work();
  accepted().off('connection', addSocket);
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
    const bytesInFlight = await Promise.all(['memory', 'disk', 'robot'].map(inFlight));
    return bytesInFlight.every((bytes) => bytes === 0) || undefined;
  }, 'nothing in flight');

test('six uploads of 120 MB to a call with a limit of 1 MB are refused by their length, almost unread', async () => {
  const before = await refusedBy('bodyBytes');
  const connections = Array.from({ length: 6 }, openConnection);
  const read = await bytesRead(async () => {
    for (const connection of connections) {
      connection.socket.write(
        head(companies.logo, mallAdmin.token, { ...multipart, 'content-length': 120 * megabyte }),
      );
      pour(connection.socket, 120 * megabyte);
    }
    expect(await Promise.all(connections.map((connection) => connection.status()))).toEqual(
      Array(6).fill(413),
    );
    await Promise.all(connections.map((connection) => connection.closed()));
  });
  await connections[0]!.waitForText(errors.fileTooLarge.texts.ge);
  await connections[0]!.waitForText('"requestId"');
  expect(read).toBeLessThan(6 * megabyte);
  expect((await refusedBy('bodyBytes')) - before).toBe(6);
  await settled();
});

test('a chunked upload is cut off at the limit of its call', async () => {
  const connection = openConnection();
  const read = await bytesRead(async () => {
    connection.socket.write(
      head(companies.logo, mallAdmin.token, { ...multipart, 'transfer-encoding': 'chunked' }),
    );
    const begin = filePart('picture');
    connection.socket.write(`${begin.length.toString(16)}\r\n${begin}\r\n`);
    pour(connection.socket, 120 * megabyte, true);
    expect(await connection.status()).not.toBe(500);
    await connection.closed();
  });
  await connection.waitForText(errors.fileTooLarge.texts.ge);
  expect(read).toBeLessThan(4 * megabyte);
  await settled();
});

test('a JSON body is cut off at its limit, with and without a length', async () => {
  const json = { 'content-type': 'application/json' };
  for (const [headers, chunked] of [
    [{ 'content-length': 50 * megabyte }, false],
    [{ 'transfer-encoding': 'chunked' }, true],
  ] as const) {
    const connection = openConnection();
    connection.socket.write(head(devices.list, mallAdmin.token, { ...json, ...headers }));
    pour(connection.socket, 50 * megabyte, chunked);
    expect(await connection.status()).toBe(413);
    await connection.waitForText(errors.requestTooLarge.texts.ge);
    await connection.closed();
  }
});

test('an account without the permission is refused before its body is read', async () => {
  const connection = openConnection();
  connection.socket.write(head(companies.logo, bare.token, { ...multipart, 'content-length': 500_000 }));
  // No byte of the body is sent.
  await connection.status();
  await connection.waitForText(`"code":${errors.forbidden.code}`);
  connection.socket.destroy();
});

test('the quota of bytes in flight of one account does not affect another account', async () => {
  const opening = { ...multipart, 'content-length': 6 * megabyte };
  const first = openConnection();
  first.socket.write(head(maps.import, mallAdmin.token, opening));
  await eventually(async () => (await inFlight('disk')) === 6 * megabyte || undefined, 'the first one');
  const second = openConnection();
  second.socket.write(head(maps.import, mallAdmin.token, opening));
  expect(await second.status()).toBe(429);
  await second.waitForText(errors.uploadsBusy.texts.ge);
  const other = openConnection();
  other.socket.write(head(maps.import, agentAdmin.token, opening));
  await eventually(async () => (await inFlight('disk')) === 12 * megabyte || undefined, 'the other one');
  const third = openConnection();
  third.socket.write(head(maps.import, people.staff.token, opening));
  expect(await third.status()).toBe(429);
  for (const { socket } of [first, second, other, third]) socket.destroy();
  await settled();
});

test('a large file is written to disk while it arrives, and is deleted when its sender disconnects', async () => {
  const connection = openConnection();
  connection.socket.write(
    head(maps.import, mallAdmin.token, { ...multipart, 'content-length': 7 * megabyte }),
  );
  connection.socket.write(filePart('picture'));
  pour(connection.socket, 4 * megabyte);
  await eventually(
    async () => (await readdir(server.uploadFolder)).length === 1 || undefined,
    'a file on disk',
  );
  connection.socket.destroy();
  await eventually(
    async () => (await readdir(server.uploadFolder)).length === 0 || undefined,
    'an empty folder',
  );
  await settled();
});

test('a body that stops arriving is answered with 408, its connection is closed and its bytes are released', async () => {
  const connection = openConnection();
  connection.socket.write(
    `${head(devices.list, mallAdmin.token, { 'content-type': 'application/json', 'content-length': 100 })}{"page":`,
  );
  expect(await connection.status()).toBe(408);
  await connection.closed();
  await connection.waitForText(errors.requestTooSlow.texts.ge);
  expect(await refusedBy('bodyPace')).toBeGreaterThan(0);
  await settled();
});

test('a refused body that ends soon leaves its connection usable', async () => {
  const connection = openConnection();
  const body = `${fieldPart('id', companyIds.mall)}${filePart('surprise')}${'x'.repeat(40_000)}${end}`;
  connection.socket.write(
    `${head(companies.logo, mallAdmin.token, { ...multipart, 'content-length': body.length })}${body}`,
  );
  await connection.status();
  await connection.waitForText('UNKNOWN_FILE');
  const list = '{}';
  connection.socket.write(
    `${head(devices.list, mallAdmin.token, { 'content-type': 'application/json', 'content-length': list.length })}${list}`,
  );
  expect(await connection.status(2)).toBe(200);
  connection.socket.destroy();
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

test.each([
  ['application/json; charset=utf-16', 415],
  ['application/json;charset="ISO-8859-1"', 415],
  ['application/json; charset=UTF-8', 200],
  ['application/json;charset="utf8"; x=y', 200],
])('JSON as %s is answered with %d', async (type, status) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: urlOf(devices.list),
    headers: { authorization: mallAdmin.token, 'content-type': type, lang: 'en_US' },
    payload: '{}',
  });
  expect(answer.statusCode).toBe(status);
  if (status !== 200) expect(answer.json().msg).toBe(errors.notUtf8.texts.en);
});

test('every call refuses a body of one byte more than its limit, by its length and by the bytes received', async () => {
  const posts = Object.values(allCalls)
    .flatMap((group) => Object.values<Call>(group))
    .filter((call) => call.method === 'POST');
  expect(posts.length).toBeGreaterThan(100);
  for (const call of posts) {
    const limit = maxBodyBytesOf(call);
    const type = call.kind === 'multipart' ? multipart : { 'content-type': 'application/json' };
    const connection = openConnection();
    connection.socket.write(head(call, people.superAdmin.token, { ...type, 'content-length': limit + 1 }));
    expect([call.path, await connection.status()]).toEqual([call.path, 413]);
    connection.socket.destroy();
    if (limit > megabyte) continue;
    const chunked = openConnection();
    chunked.socket.write(head(call, people.superAdmin.token, { ...type, 'transfer-encoding': 'chunked' }));
    const body = call.kind === 'multipart' ? fieldPart('x'.repeat(20), '') : '';
    chunked.socket.write(`${(limit + 1).toString(16)}\r\n${body.padEnd(limit + 1, ' ')}\r\n0\r\n\r\n`);
    expect([call.path, (await chunked.status()) >= 400 || /"code":(?!200)/.test(chunked.received())]).toEqual(
      [call.path, true],
    );
    chunked.socket.destroy();
  }
  await settled();
});

test('a picture within the limit is stored', async () => {
  const pixels = randomBytes(300 * 450 * 3);
  const picture = await sharp(pixels, { raw: { width: 300, height: 450, channels: 3 } })
    .png()
    .toBuffer();
  expect(picture.length).toBeGreaterThan(400_000);
  const answer = await server.ok(companies.logo, agentAdmin, { id: companyIds.mall }, { files: { picture } });
  expect(answer.menuImage).toMatch(/^file\//);
});

test('a body longer than its Content-Length ends its own connection and disturbs no other', async () => {
  const line = openConnection();
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
