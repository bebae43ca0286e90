import { fileCalls, profileCalls, siteCalls } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people, startServer, type TestServer } from '../test-kit/index.ts';

let plain: TestServer;
let overTls: TestServer;
beforeAll(async () => {
  [plain, overTls] = [await startServer(), await startServer({ publicUrl: 'https://console.example' })];
});
afterAll(async () => {
  await plain?.stop();
  await overTls?.stop();
});

test('answers of the API are kept by no cache, refusals and unknown addresses included', async () => {
  const answers = [
    await plain.answerOf(siteCalls.list, people.mallAdmin, {}),
    await plain.answerOf(profileCalls.read, undefined, {}),
    await plain.answerOf(fileCalls.read, people.mallAdmin, { hash: 'none' }),
    await plain.app.inject({ url: '/api/nothing' }),
    await plain.app.inject({ url: '/device/v1/config' }),
  ];
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
});

test('browsers are told to come over TLS where the console is served over it, and only there', async () => {
  const hsts = async ({ app }: TestServer) =>
    (await app.inject({ url: '/api/nothing' })).headers['strict-transport-security'];
  expect(await hsts(overTls)).toBe('max-age=31536000');
  expect(await hsts(plain)).toBeUndefined();
});

test('every answer names its type, no referrer, no frame, and no device of the browser', async () => {
  const { headers } = await plain.app.inject({ url: '/api/nothing' });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
});

test('a method that an address does not take is refused with those that it takes', async () => {
  const answer = await plain.app.inject({
    method: 'DELETE',
    url: `/api/${siteCalls.list.path}`,
    headers: { lang: 'en' },
  });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe('POST');
});
