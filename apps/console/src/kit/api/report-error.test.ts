import { frontError, errorLogCalls, type FrontError } from '@sweepline/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { aPerson, fakeServer, Refused } from '../../test-kit/index.ts';
import { browserFacts } from './browser-facts.ts';
import { loadChunk } from './chunks.ts';
import { reportError, reportUncaught } from './report-error.ts';
import { session } from './session.ts';

let server: ReturnType<typeof fakeServer>;
let minutes = 0;
beforeEach(() => {
  server = fakeServer();
  server.on(errorLogCalls.save, () => ({}));
  // The limits count per minute, so each test runs in its own minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) + 61_000 * ++minutes });
  return () => vi.useRealTimers();
});
const sent = () => server.sentTo(errorLogCalls.save) as FrontError[];

test('a report contains user, page and browser, and matches the schema of the contract', () => {
  session.open(aPerson());
  history.replaceState(null, '', '/device/detail?id=7&token=secret-token#part');
  reportError('ERROR', new TypeError('x is undefined'), { kind: 'test' });
  const [report] = sent();
  expect(frontError.safeParse(report).success).toBe(true);
  expect(report).toMatchObject({
    level: 'ERROR',
    desc: 'TypeError: x is undefined',
    username: 'wei',
    lang: 'en',
    product: 'console',
  });
  expect(report?.pageUrl).toMatch(/\/device\/detail$/);
  expect(report?.extras).toMatchObject({ kind: 'test', stack: expect.stringContaining('TypeError') });
  expect(server.requests[0]?.headers.get('authorization')).toBe('token-1');
});

test('errors with an unknown level and cancelled reads are not sent', () => {
  reportError('WARN', 'careful');
  reportError('error', 'small letters');
  reportError('ERROR', new DOMException('gone', 'AbortError'));
  for (const level of ['FATAL', 'ERROR', 'INFO', 'DEBUG']) reportError(level, `one of ${level}`);
  expect(sent().map(({ level }) => level)).toEqual(['FATAL', 'ERROR', 'INFO', 'DEBUG']);
});

test('per minute at most three reports of the same error and twenty in all are sent', () => {
  const same = new Error('again and again');
  for (let i = 0; i < 10; i++) reportError('ERROR', same);
  expect(sent()).toHaveLength(3);
  for (let i = 0; i < 50; i++) reportError('ERROR', `another kind ${i}`);
  expect(sent()).toHaveLength(20);
  vi.setSystemTime(Date.now() + 60_000);
  reportError('ERROR', same);
  expect(sent()).toHaveLength(21);
});

test('tickets, tokens and passwords are removed from a report', () => {
  const token = 'Zk3v9QwErTyUiOpAsDfGhJkLzXcVbNm1234567890ab';
  reportError('ERROR', new Error(`closed: wss://host/service/ws/${token}?x`), {
    address: `/import?token=${token}&a=1`,
    header: `Bearer ${token}`,
  });
  expect(JSON.stringify(sent())).not.toContain(token);
  expect(sent()[0]?.extras).toMatchObject({ address: '/import?token=…&a=1' });
});

test('a report that cannot be sent throws nothing', async () => {
  server.on(errorLogCalls.save, () => {
    throw new Refused('tooMany');
  });
  globalThis.fetch = () => Promise.reject(new TypeError('no connection'));
  reportError('ERROR', 'unheard');
  await new Promise((done) => setTimeout(done, 0));
});

test('uncaught errors and unhandled rejections are reported', () => {
  reportUncaught();
  dispatchEvent(new ErrorEvent('error', { error: new Error('thrown in a handler'), message: 'x' }));
  const rejection = Object.assign(new Event('unhandledrejection'), { reason: new Error('not awaited') });
  dispatchEvent(rejection);
  expect(sent().map(({ desc, extras }) => [desc, extras?.['kind']])).toEqual([
    ['Error: thrown in a handler', 'uncaught'],
    ['Error: not awaited', 'unhandled rejection'],
  ]);
});

test('a chunk that does not load is reported', async () => {
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  await expect(loadChunk(() => Promise.reject(new Error('Failed to fetch chunk')))).rejects.toThrow('chunk');
  expect(sent()[0]).toMatchObject({ level: 'ERROR', extras: { kind: 'missing piece' } });
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    { platform: 'Windows', osver: '10.0', deviceModel: '', browserName: 'Edge 141.0.0.0' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    { platform: 'Android', osver: '14', deviceModel: 'Pixel 8', browserName: 'Chrome 140.0.0.0' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    { platform: 'iOS', osver: '18.1', deviceModel: 'iPhone', browserName: 'Safari 18.1' },
  ],
  ['something else entirely', { platform: '', osver: '', deviceModel: '', browserName: '' }],
])('browserFacts recognises %s', (agent, facts) => {
  expect(browserFacts(agent)).toEqual(facts);
});
