import { errors, fileCalls, profileCalls, siteCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people, type TestServer } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';

const plain = sharedTestServer();
const overTls = sharedTestServer({ publicUrl: 'https://console.example' });

test('no answer of the API may be cached, including refusals and unknown addresses', async () => {
  const answers = [
    await plain.answerOf(siteCalls.list, people.mallAdmin, {}),
    await plain.answerOf(profileCalls.read, undefined, {}),
    await plain.answerOf(fileCalls.read, people.mallAdmin, { hash: 'none' }),
    await plain.app.inject({ url: '/api/nothing' }),
    await plain.app.inject({ url: '/device/v1/config' }),
  ];
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
});

test('HSTS is sent if the console is served over TLS, and only then', async () => {
  const hsts = async ({ app }: TestServer) =>
    (await app.inject({ url: '/api/nothing' })).headers['strict-transport-security'];
  expect(await hsts(overTls)).toBe('max-age=31536000');
  expect(await hsts(plain)).toBeUndefined();
});

test('every answer forbids type sniffing, framing, referrers and the browser’s devices', async () => {
  const { headers } = await plain.app.inject({ url: '/api/nothing' });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
});

test('a wrong method is refused with 405 and the allowed methods', async () => {
  const answer = await plain.app.inject({
    method: 'DELETE',
    url: `/api/${siteCalls.list.path}`,
    headers: { lang: 'en' },
  });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe('POST');
});

test('an address that the router refuses is answered in the envelope and in the caller’s language', async () => {
  const ask = (hash: string) =>
    plain.app.inject({ url: `/api/${fileCalls.read.path.replace(':hash', hash)}`, headers: { lang: 'de' } });
  const tooLong = await ask('x'.repeat(201));
  expect(tooLong.statusCode).toBe(414);
  expect(tooLong.json()).toMatchObject({
    code: errors.requestTooLarge.code,
    msg: errors.requestTooLarge.texts.ge,
  });
  const unreadable = await ask('%');
  expect(unreadable.statusCode).toBe(400);
  expect(unreadable.json()).toMatchObject({ code: errors.invalid.code, msg: errors.invalid.texts.ge });
});
