import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { errors, runCalls, siteCalls } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inScope } from '../platform/db/db.ts';
import { runPaths } from '../entities/work/run-path-table.ts';
import { people, startServer, type TestServer } from '../test-kit/index.ts';

const early = 'document.title = "early"';
const page = `<!doctype html><title>Sweepline</title><script data-x='1'>${early}</script><script src="/main.js"></script>`;
const script = 'console.log("a built script")';
const worker = 'addEventListener("fetch", () => {})';
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sweepline-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'assets', 'main-a1b2.js'), script);
  writeFileSync(join(folder, 'assets', 'main-a1b2.js.br'), brotliCompressSync(script));
  mkdirSync(join(folder, 'workOrder'));
  writeFileSync(join(folder, 'workOrder', 'worker.js'), worker);
  server = await startServer({ timeoutMs: 400, consoleFolder: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

test('every address of the console opens its page, which is never cached', async () => {
  for (const url of ['/', '/deviceManage/list', '/device/detail?id=x', '/login']) {
    const answer = await get(url);
    expect([answer.statusCode, answer.body, answer.headers['cache-control']], url).toEqual([
      200,
      page,
      'no-cache',
    ]);
  }
});

test('built files are cached for a year and sent compressed as built', async () => {
  const answer = await get('/assets/main-a1b2.js', { 'accept-encoding': 'br, gzip' });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/assets/main-a1b2.js')).body).toBe(script);
});

test('built files restrict what a worker may load and forbid type sniffing, without the headers of pages', async () => {
  const { headers } = await get('/assets/main-a1b2.js');
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('permissions-policy');
  expect(headers).not.toHaveProperty('x-frame-options');
});

test('the service worker is a script that is requested again each time, and its policy allows only this origin', async () => {
  const { body, headers } = await get('/workOrder/worker.js');
  expect(body).toBe(worker);
  expect(headers['content-type']).toContain('javascript');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
  // Its scope is its own folder: this header would widen it.
  expect(headers['service-worker-allowed']).toBeUndefined();
});

test('an unknown address of the API, the build or the file system is not answered with the page', async () => {
  for (const url of ['/api/nothing', '/assets/gone.js', '/service/nothing', '/device/v1/nothing']) {
    expect((await get(url)).statusCode, url).toBe(404);
  }
  expect((await get('/../../etc/passwd')).body).not.toContain('root:');
  expect((await get('/%2e%2e/%2e%2e/etc/passwd')).body).not.toContain('root:');
});

test('every answer restricts what the browser may load and forbids framing', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'");
  // The only inline script allowed is the one from the build.
  const hash = createHash('sha256').update(early).digest('base64');
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
  expect(policy).toContain(`'sha256-${hash}'`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('http:');
});

test('a call that exceeds its time is stopped and rolled back, and its connection is released', async () => {
  const answer = await server.asOwner((sql) =>
    sql.begin(async (tx) => {
      await tx`lock table sites in access exclusive mode`;
      return await server.send(siteCalls.list, people.mallAdmin, {});
    }),
  );
  expect(answer).toMatchObject({ code: errors.timeout.code, msg: errors.timeout.texts.en });
  // One after the other: side by side they would wait for each other, and some too long.
  for (let n = 0; n < 20; n++)
    expect((await server.send(siteCalls.list, people.mallAdmin, {})).code, `call ${n}`).toBe(200);
});

test('a call whose session cannot be read in time is answered by then', async () => {
  const startedMs = Date.now();
  const answer = await server.asOwner((sql) =>
    sql.begin(async (tx) => {
      await tx`lock table sessions in access exclusive mode`;
      return await server.send(siteCalls.list, people.reader, {});
    }),
  );
  expect(answer).toMatchObject({ code: errors.timeout.code });
  expect(Date.now() - startedMs).toBeLessThan(10_000);
  expect((await server.send(siteCalls.list, people.reader, {})).code).toBe(200);
});

test('a long answer is compressed, a short one is not', async () => {
  const run = await server.aRun();
  const points = Array.from({ length: 2_000 }, (_, n) => [n, n, n, 0, 1] as const);
  await inScope(server.db, '*', (tx) =>
    tx
      .insert(runPaths)
      .values({ companyId: run.companyId, runId: run.id, seq: 0, points: points.map((point) => [...point]) }),
  );
  const post = (path: string, payload: object) =>
    server.app.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { authorization: people.mallAdmin.token, 'accept-encoding': 'gzip' },
      payload,
    });
  const long = await post(runCalls.path.path, { id: run.id });
  expect(long.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(long.rawPayload).toString()).data.points).toHaveLength(2_000);
  expect((await post(siteCalls.list.path, {})).headers['content-encoding']).toBeUndefined();
});
