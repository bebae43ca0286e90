import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { tusPath, tusVersion, uploadLimits } from '@sweepline/contract';

/** Sends or receives many files at the same time; answers how long it took. Its own process, so that it does not slow the server. */
export interface Transfers {
  port: number;
  /** PUT: one request per file. TUS: parts as the console sends them, with a session. GET: each path in pieces, as robots ask. */
  kind: 'PUT' | 'TUS' | 'GET';
  /** Of one file. */
  bytes: number;
  /** Of an upload, one each. */
  names: readonly string[];
  paths: readonly string[];
  token: string;
}

// Robots and people have processors of their own.
setPriority(19);

const pieceBytes = 4 * 1024 * 1024;
const block = randomBytes(1024 * 1024);
let agent = new Agent();

/** Blocks that differ within a file and between files, because equal content is stored once. */
async function* content(name: string, from: number, to: number) {
  for (let at = from; at < to; at += block.length) {
    const piece = Buffer.from(block.subarray(0, Math.min(block.length, to - at)));
    piece.write(`${name} ${at} `);
    yield piece;
  }
}

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string | number>;
  body?: Readable;
}

function ask(port: number, { method, path, headers = {}, body }: Sent) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: number }>((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
      let bytes = 0;
      const status = response.statusCode ?? 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () =>
        status < 300
          ? resolve({ headers: response.headers, bytes })
          : reject(new Error(`${path}: ${status}`)),
      );
    });
    sent.on('error', reject);
    if (body) body.pipe(sent);
    else sent.end();
  });
}

async function uploadInParts({ port, bytes, token }: Transfers, name: string) {
  const headers = { authorization: token, lang: 'en', 'tus-resumable': tusVersion };
  const pair = (key: string, value: string) => `${key} ${Buffer.from(value).toString('base64')}`;
  const created = await ask(port, {
    method: 'POST',
    path: tusPath,
    headers: {
      ...headers,
      'upload-length': bytes,
      'upload-metadata': `${pair('purpose', 'FILE')},${pair('filename', name)}`,
    },
  });
  const path = String(created.headers['location']);
  for (let at = 0; at < bytes; at += uploadLimits.partBytes) {
    const to = Math.min(bytes, at + uploadLimits.partBytes);
    const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': at };
    await ask(port, {
      method: 'PATCH',
      path,
      headers: { ...headers, ...part, 'content-length': to - at },
      body: Readable.from(content(name, at, to), { objectMode: false }),
    });
  }
}

/** A robot asks for the next piece when it has written the last one. */
async function download({ port, bytes }: Transfers, path: string) {
  for (let at = 0; at < bytes; at += pieceBytes) {
    const to = Math.min(bytes, at + pieceBytes);
    const piece = await ask(port, { method: 'GET', path, headers: { range: `bytes=${at}-${to - 1}` } });
    if (piece.bytes !== to - at) throw new Error(`${path}: ${piece.bytes} bytes`);
  }
}

const uploadWhole = ({ port, bytes }: Transfers, name: string) =>
  ask(port, {
    method: 'PUT',
    path: '/',
    headers: { 'content-length': bytes },
    body: Readable.from(content(name, 0, bytes), { objectMode: false }),
  });

process.on('message', (order: Transfers) => {
  // Connections of an earlier order may have been idle for so long that their server is closing them.
  agent.destroy();
  agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  const started = performance.now();
  const transfers =
    order.kind === 'GET'
      ? order.paths.map((path) => download(order, path))
      : order.names.map((name) =>
          order.kind === 'TUS' ? uploadInParts(order, name) : uploadWhole(order, name),
        );
  void Promise.all(transfers).then(() => process.send?.(performance.now() - started));
});
