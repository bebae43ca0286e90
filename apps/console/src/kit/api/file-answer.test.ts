import { auditCalls } from '@sweepline/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchBytes, TransportError } from './api.ts';

const period = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-02T00:00:00.000Z' };
afterEach(() => vi.unstubAllGlobals());

/** The server answers with these parts, and ends or breaks off. */
function answerWith(parts: string[], end: 'close' | 'error') {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      if (end === 'close') controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body, { headers: { 'content-type': 'text/csv' } })),
  );
}

test('a file whose connection breaks in the middle is a failure of the network, not a shorter file', async () => {
  answerWith(['at,account', 'half a row'], 'error');
  await expect(fetchBytes(auditCalls.export, period)).rejects.toEqual(new TransportError('network'));
  answerWith(['at,account', ' and the end'], 'close');
  const bytes = await fetchBytes(auditCalls.export, period);
  expect(new TextDecoder().decode(bytes)).toBe('at,account and the end');
});
