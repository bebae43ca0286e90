import { errors } from '@sweepline/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, TransportError } from './api.ts';
import { createQueryClient } from './query-client.ts';
import { dismissToast, readToasts } from '../ui/toasts.ts';

const reasons: string[] = [];

async function fail(error: Error, meta: Record<string, unknown> = {}) {
  const client = createQueryClient({ signOut: (reason) => reasons.push(reason) });
  const queryFn = async () => {
    throw error;
  };
  await expect(client.fetchQuery({ queryKey: [error.message], queryFn, meta })).rejects.toBe(error);
  return readToasts().map(({ text, detail }) => (detail ? `${text} | ${detail}` : text));
}

beforeEach(() => {
  vi.useFakeTimers();
  reasons.length = 0;
});
afterEach(() => {
  readToasts().forEach(({ id }) => dismissToast(id));
  vi.useRealTimers();
});

test.each([errors.signedOut.code, errors.kicked.code])(
  'code %i signs out and shows nothing',
  async (code) => {
    expect(await fail(new CallError(code, 'Signed in elsewhere'))).toEqual([]);
    expect(reasons).toEqual(['Signed in elsewhere']);
  },
);

test('a signed-out code signs out even if the query is silent', async () => {
  await fail(new CallError(errors.signedOut.code, 'Gone'), { silent: true });
  expect(reasons).toEqual(['Gone']);
});

test.each([10005, 0, 400, 50013])(
  'a failure with code %i shows its message without a request id',
  async (code) => {
    expect(await fail(new CallError(code, 'Device offline', 'r1'))).toEqual(['Device offline']);
  },
);

test('a refused input without a form shows the reasons of its fields, each once', async () => {
  const fields = { mapId: 'Not a map of this company', zoneIds: 'Not on this map', zones: 'Not on this map' };
  expect(await fail(new CallError(errors.invalid.code, 'Check the marked fields', 'r1', { fields }))).toEqual(
    ['Not a map of this company · Not on this map'],
  );
});

test('a failure with another code also shows its code and request id', async () => {
  expect(await fail(new CallError(418, 'Short and stout', 'r1'))).toEqual([
    'Short and stout | Code 418 · request r1',
  ]);
});

test('a failure of a silent query shows no toast', async () => {
  expect(await fail(new CallError(409, 'Changed meanwhile'), { silent: true })).toEqual([]);
});

test.each([
  [new TransportError('status', 502), 'StatusCode !== 200 (502)'],
  [new TransportError('network'), 'The server cannot be reached'],
  [new TransportError('timeout'), 'The request timed out'],
  [new Error('bug'), 'The request could not be made'],
])('%s shows its own text', async (error, words) => {
  expect(await fail(error)).toEqual([words]);
});

test('a toast disappears after 1.5 s, and one with a request id stays longer', async () => {
  await fail(new CallError(400, 'Passing'));
  await fail(new CallError(418, 'Staying', 'r1'));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(readToasts().map(({ text }) => text)).toEqual(['Staying']);
});
