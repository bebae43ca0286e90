import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { langHeader, type Call, type Envelope, type Lang, type Output, type Sent } from '@sweepline/contract';
import { pino } from 'pino';
import { buildApp } from '../app/build-app.ts';
import { robotsOf } from '../app/robots.ts';
import { rightsChanged } from '../features/auth/session-service.ts';
import { localBus } from '../platform/bus.ts';
import { settableClock } from '../platform/clock.ts';
import { openFiles } from '../platform/files.ts';
import { startGateway } from '../robots/gateway.ts';
import { builders } from './builders.ts';
import { makeDatabase } from './database.ts';
import { populate, type Person } from './people.ts';

export { companyIds, password, people, type Person } from './people.ts';
export { square } from './builders.ts';

export const startedAt = '2030-01-02T03:04:05.000Z';

interface SendOptions {
  lang?: Lang;
  files?: Record<string, Uint8Array | string>;
  headers?: Record<string, string>;
}

/** A whole server on a database of its own, broker included, with a clock that stands still. Tests talk to it as the console does. */
export async function startServer({
  timeoutMs,
  consoleFolder,
}: { timeoutMs?: number; consoleFolder?: string } = {}) {
  const database = await makeDatabase();
  const { db } = database;
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-files-'));
  const clock = settableClock(startedAt);
  const faults: unknown[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void faults.push(JSON.parse(line)) });
  const bus = localBus((error) => faults.push(error));
  const files = openFiles(pathToFileURL(folder).href);
  const mqttUrl = process.env['MQTT_URL'];
  const installation = `test-${randomUUID().slice(0, 8)}`;
  const gateway = await startGateway({
    ...{ db, now: clock, bus, log: logger, port: 0, installation },
    ...(mqttUrl && { mqttUrl }),
    timing: { tickMs: 50 },
  });
  const app = await buildApp({
    services: { bus, files, db },
    robots: robotsOf(gateway),
    now: clock,
    logger,
    check: true,
    sessions: { idleMs: 12 * 3_600_000, absoluteMs: 7 * 24 * 3_600_000 },
    acceptSessionToken: true,
    metricsToken: 'metrics-token-of-the-tests',
    version: '0.0.0',
    slowly: async () => {},
    ...(timeoutMs && { timeoutMs }),
    ...(consoleFolder && { consoleFolder }),
  });
  await populate(db, clock);

  const send = async <C extends Call>(
    call: C,
    who: Person | undefined,
    input: unknown,
    { lang = 'en', files: uploads, headers }: SendOptions = {},
  ): Promise<Envelope<Output<C>>> => {
    const body = await bodyOf(call, input, uploads);
    const answer = await app.inject({
      method: call.method,
      url: addressOf(call, input),
      headers: {
        lang: langHeader[lang],
        ...(who && { authorization: who.token }),
        ...body.headers,
        ...headers,
      },
      ...(body.payload !== undefined && { payload: body.payload }),
    });
    if (answer.headers['content-type']?.toString().startsWith('application/json')) return answer.json();
    // A `bytes` call: what it sent stands where the data would be.
    return { code: answer.statusCode, msg: '', data: answer.body as Output<C> };
  };

  return {
    ...builders(db, files, clock),
    db,
    app,
    bus,
    files,
    gateway,
    clock,
    /** Errors that were logged; a test that expects none says so. */
    faults,
    send,
    /** Sends and expects success. */
    ok: async <C extends Call>(
      call: C,
      who: Person,
      input: Sent<C>,
      options?: SendOptions,
    ): Promise<Output<C>> => {
      const { code, msg, data } = await send(call, who, input, options);
      if (code !== 200) throw new Error(`${call.path} answered ${code} ${msg} ${JSON.stringify(data)}`);
      return data;
    },
    /** As at the start: the same people, nothing else. */
    reset: async () => {
      clock.set(startedAt);
      faults.length = 0;
      await database.reset();
      await populate(db, clock);
      bus.publish(rightsChanged, {});
    },
    asOwner: database.asOwner,
    stop: async () => {
      await app.close();
      await gateway.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** Path parameters are filled from the input; of a GET the rest is its query. */
function addressOf(call: Call, input: unknown): string {
  const values = new Map(Object.entries(input ?? {}));
  const path = call.path.replace(/:(\w+)/g, (_hole, name: string) => {
    const value = String(values.get(name) ?? 'none');
    values.delete(name);
    return encodeURIComponent(value);
  });
  const query =
    call.method === 'GET'
      ? new URLSearchParams([...values].map(([name, value]) => [name, String(value)]))
      : '';
  return `/api/${path}${String(query) && `?${query}`}`;
}

type Body = { payload?: object; headers?: Record<string, string> };

async function bodyOf(call: Call, input: unknown, files: SendOptions['files'] = {}): Promise<Body> {
  if (call.method === 'GET') return {};
  if (call.kind !== 'multipart') return { payload: input as object };
  const form = new FormData();
  for (const [name, value] of Object.entries(input ?? {})) form.set(name, String(value));
  for (const [name, content] of Object.entries(files)) form.set(name, new Blob([content as BlobPart]), name);
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}
