import { allCalls, errors, urlOf, profileCalls, type Call } from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { publicLimitOptions } from '../platform/limits/public-limit.ts';
import { people, startServer, type TestServer } from '../test-kit/index.ts';
import { fieldsOf, sampleOf } from '../test-kit/sample.ts';

/** Names that every object has without being given them. */
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const headers = [
  ...[
    'lang',
    'accept',
    'accept-language',
    'accept-encoding',
    'user-agent',
    'range',
    'if-none-match',
    'origin',
  ],
  ...['cookie', 'x-forwarded-for', 'x-request-id', 'x-unasked', 'idempotency-key', 'x-http-method-override'],
];

const calls = Object.entries(allCalls).flatMap(([feature, group]) =>
  Object.entries<Call>(group).map(([name, call]) => ({ feature, name, call })),
);

let server: TestServer;
beforeAll(async () => {
  // The walk asks far more public calls of one address than its limit lets in.
  const publicWrites = { ...publicLimitOptions, maxPerAddress: 1e6, maxInAll: 1e6 };
  server = await startServer({}, { requestLimits: { publicWrites } });
});
afterAll(() => server.stop());
afterEach(() => {
  expect(server.faults.splice(0)).toEqual([]);
});

/** A call that ended the caller's session would make every one after it a stranger's. */
const stillSignedIn = async () => {
  if ((await server.send(profileCalls.read, people.superAdmin, {})).code !== 200) await server.reset();
};

function expectNoFault(answer: Awaited<ReturnType<TestServer['answerOf']>>, of: string) {
  expect(answer.statusCode, of).toBeLessThan(500);
  if (String(answer.headers['content-type']).startsWith('application/json'))
    expect(answer.json().code, of).not.toBe(errors.internal.code);
}

test.each(calls)('$feature $name takes names of every object for plain text', async ({ call }) => {
  const sample = sampleOf(call);
  for (const name of names) {
    for (const field of [...fieldsOf(call), name]) {
      const input = { ...sample, [field]: name };
      expectNoFault(await server.answerOf(call, people.superAdmin, input), `${field}: ${name}`);
    }
    if (call.method === 'GET' || call.kind === 'multipart') continue;
    const nested = Object.fromEntries(
      Object.keys(sample).map((field) => [field, { [name]: { [name]: name } }]),
    );
    expectNoFault(await server.answerOf(call, people.superAdmin, nested), `nested ${name}`);
  }
  await stillSignedIn();
});

const sentHeader = async (call: Call, name: string, sent: readonly string[]) => {
  const options = { headers: Object.fromEntries(sent.map((header) => [header, name])) };
  const answer = await server.answerOf(call, undefined, sampleOf(call), options);
  expectNoFault(answer, `${sent.join()}: ${name}`);
};

test.each(calls)('$feature $name takes names of every object in all headers at once', async ({ call }) => {
  for (const name of names) {
    await sentHeader(call, name, headers);
    const who = { ...people.superAdmin, token: name };
    expectNoFault(await server.answerOf(call, who, sampleOf(call)), `authorization: ${name}`);
  }
});

/** Guarded calls are refused before their input is read; one of each method and kind represents them. */
const guardedKinds = new Map(
  calls
    .filter(({ call }) => call.allow !== 'everyone')
    .map((entry) => [`${entry.call.method} ${entry.call.kind}`, entry]),
);
const byHeader = [...calls.filter(({ call }) => call.allow === 'everyone'), ...guardedKinds.values()];

test.each(byHeader)('$feature $name takes names of every object in each header', async ({ call }) => {
  for (const name of names) for (const header of headers) await sentHeader(call, name, [header]);
});

test.each(names)('an answer in the language %s is an answer in English', async (name) => {
  const answer = await server.answerOf(profileCalls.read, undefined, {}, { headers: { lang: name } });
  expect(answer.json()).toMatchObject({ code: errors.signedOut.code, msg: errors.signedOut.texts.en });
});

test.each(names)('an address that ends in %s is not found', async (name) => {
  for (const start of ['/api/', '/api/service/', '/open/v1/', '/device/v1/', '/assets/', '/service/'])
    expect((await server.app.inject({ url: `${start}${name}` })).statusCode, start).toBeLessThan(500);
});

test.each(calls)(
  '$feature $name answers failures of transport in the envelope, in the reader’s language',
  async ({ call }) => {
    const ask = (method: 'POST' | 'PUT', type: string, payload: string) =>
      server.app.inject({
        method,
        url: urlOf(call).replace(/:\w+/g, 'x'),
        headers: { 'content-type': type, lang: 'de', authorization: people.superAdmin.token },
        payload,
      });
    const expectEnvelope = (answer: Awaited<ReturnType<typeof ask>>, status: number) => {
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toMatchObject({ code: expect.any(Number), requestId: expect.any(String) });
      expect(Object.values(errors).map(({ texts }) => texts.ge)).toContain(answer.json().msg);
      expect(answer.headers['cache-control']).toBe('no-store');
    };
    expectEnvelope(await ask('PUT', 'application/json', '{}'), 405);
    if (call.method === 'GET') return;
    expectEnvelope(await ask('POST', 'text/plain', '{}'), 415);
    expectEnvelope(await ask('POST', 'application/x-www-form-urlencoded', 'a=b'), 415);
    if (call.kind === 'multipart') return expectEnvelope(await ask('POST', 'application/json', '{}'), 415);
    expectEnvelope(await ask('POST', 'multipart/form-data; boundary=x', '--x--'), 415);
    expectEnvelope(await ask('POST', 'application/json', '{"a":'), 400);
    expectEnvelope(await ask('POST', 'application/json', ''), 400);
    expectEnvelope(await ask('POST', 'application/json', '{"__proto__":{"a":1}}'), 400);
    const twice = await ask('POST', 'application/json', '{"a":1,"a":2}');
    expectEnvelope(twice, 400);
    expect(twice.json().data).toMatchObject({ reasons: { a: { code: 'DUPLICATE_FIELD' } } });
  },
);

const multipart = calls.filter(({ call }) => call.kind === 'multipart');
test.each(multipart)(
  '$feature $name refuses a multipart body that is cut off or names every object’s',
  async ({ call }) => {
    const post = (payload: string) =>
      server.app.inject({
        method: 'POST',
        url: urlOf(call),
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          lang: 'de',
          authorization: people.superAdmin.token,
        },
        payload,
      });
    for (const body of [
      '',
      '--x',
      'no boundary at all',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nvalue',
      ...names.map(
        (name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nvalue\r\n--x--\r\n`,
      ),
    ]) {
      const answer = await post(body);
      expect(answer.statusCode, body).toBeLessThan(500);
      expect(answer.json(), body).toMatchObject({ code: expect.any(Number), requestId: expect.any(String) });
      expect(answer.json().code, body).not.toBe(errors.internal.code);
    }
  },
);
