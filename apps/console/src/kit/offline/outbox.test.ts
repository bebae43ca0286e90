import { beforeEach, expect, test } from 'vitest';
import { CallError, TransportError } from '../api/api.ts';
import { createOutbox, type OutboxDraft } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { memoryStore } from './outbox-store.ts';

let nowMs = Date.parse('2030-01-01T08:00:00.000Z');
beforeEach(() => (nowMs = Date.parse('2030-01-01T08:00:00.000Z')));

const draft = (subject: string, input: Record<string, unknown> = {}): OutboxDraft => ({
  subject,
  versioned: subject,
  path: 'service/act',
  input,
});

/** An outbox with a server whose answer the test decides. Several outboxes may share a store, as a page does after a reload. */
function outboxWith(
  answer: (entry: OutboxEntry) => unknown,
  { owner = 'wei', store = memoryStore(), isSignedIn = (): boolean => true } = {},
) {
  const requests: OutboxEntry[] = [];
  const files: Record<string, Blob>[] = [];
  const outbox = createOutbox({
    owner,
    store,
    deliver: (entry, blobs) => {
      if (!isSignedIn()) return undefined;
      requests.push(entry);
      files.push(blobs);
      return Promise.resolve().then(() => answer(entry));
    },
    onAnswer: () => {},
    realIdOf: (_entry, output) => (output as { realId?: string }).realId,
    now: () => new Date(nowMs),
  });
  const texts = () => requests.map(({ input }) => input['text']);
  return { outbox, requests, files, texts, store };
}
const noNetwork = () => {
  throw new TransportError('network');
};

test('entries are sent in the order in which they were written, each once', async () => {
  const { outbox, texts } = outboxWith(() => ({}));
  await outbox.add(draft('a', { text: 'first' }));
  await outbox.add(draft('b', { text: 'second' }));
  await outbox.add(draft('a', { text: 'third' }));
  await Promise.all([outbox.run(), outbox.run()]);
  await outbox.run();
  expect(texts()).toEqual(['first', 'second', 'third']);
  expect(outbox.entries.get()).toEqual([]);
});

test('an entry without an answer is repeated with the same id, and later ones wait for it', async () => {
  let isBroken = true;
  const { outbox, requests, texts } = outboxWith(() => (isBroken ? noNetwork() : {}));
  await outbox.add(draft('a', { text: 'first' }));
  await outbox.add(draft('b', { text: 'second' }));
  await outbox.run();
  expect(texts()).toEqual(['first']);
  isBroken = false;
  await outbox.run();
  expect(texts()).toEqual(['first', 'first', 'second']);
  expect(requests[0]?.id).toBe(requests[1]?.id);
});

test('after a reload the entries are still there with their files and their ids', async () => {
  const first = outboxWith(noNetwork);
  await first.outbox.add(draft('a', { text: 'seen' }), {
    picture1: new Blob(['jpg'], { type: 'image/jpeg' }),
  });
  await first.outbox.run();
  const second = outboxWith(() => ({}), { store: first.store });
  await second.outbox.read();
  expect(second.outbox.entries.get()).toHaveLength(1);
  await second.outbox.run();
  expect(second.requests[0]?.id).toBe(first.requests[0]?.id);
  expect(await second.files[0]?.['picture1']?.text()).toBe('jpg');
  expect(await first.store.files(first.requests[0]!.id)).toEqual({});
});

test('a refused entry waits for a person and holds up later ones of its record only', async () => {
  const { outbox, texts } = outboxWith(({ input }) => {
    if (input['text'] === '') throw new CallError(422, 'Wrong', '', { fields: { text: 'Say something' } });
    return {};
  });
  await outbox.add(draft('a', { text: '' }));
  await outbox.add(draft('a', { text: 'after it' }));
  await outbox.add(draft('b', { text: 'elsewhere' }));
  await outbox.run();
  await outbox.run();
  expect(texts()).toEqual(['', 'elsewhere']);
  const [refused] = outbox.entries.get();
  expect(refused).toMatchObject({ state: 'REFUSED', reason: 'Say something' });
  await outbox.redo(refused!.id, { input: { text: 'corrected' } });
  await outbox.run();
  expect(texts()).toEqual(['', 'elsewhere', 'corrected', 'after it']);
});

test('a corrected entry is a new request with a new id', async () => {
  const { outbox, requests } = outboxWith(() => {
    throw new CallError(422, 'Wrong');
  });
  await outbox.add(draft('a', { text: 'x' }));
  await outbox.run();
  await outbox.redo(requests[0]!.id);
  await outbox.run();
  expect(requests[1]?.id).not.toBe(requests[0]?.id);
});

test('a discarded entry is not sent, and the next one of its record is', async () => {
  const { outbox, texts } = outboxWith(({ input }) => {
    if (input['text'] === 'bad') throw new CallError(403, 'No');
    return {};
  });
  await outbox.add(draft('a', { text: 'bad' }));
  await outbox.add(draft('a', { text: 'good' }));
  await outbox.run();
  await outbox.discard(outbox.entries.get()[0]!.id);
  await outbox.run();
  expect(texts()).toEqual(['bad', 'good']);
});

test('own changes of one record follow each other, a change by another person is a conflict', async () => {
  let stored = 3;
  const { outbox, requests } = outboxWith(({ input }) => {
    if (input['version'] !== stored) throw new CallError(409, 'Changed meanwhile');
    return { version: (stored += 1) };
  });
  await outbox.add(draft('a', { version: 3 }));
  await outbox.add(draft('a', { version: 3 }));
  await outbox.run();
  expect(requests.map(({ input }) => input['version'])).toEqual([3, 4]);

  await outbox.add(draft('a', { version: 5 }));
  stored = 6;
  await outbox.run();
  expect(outbox.entries.get()).toMatchObject([{ state: 'CONFLICT', reason: 'Changed meanwhile' }]);
});

test('the version of one part of a record is not taken over by another part', async () => {
  const { outbox, requests } = outboxWith(() => ({ version: 9 }));
  await outbox.add(draft('a', { version: 3 }));
  await outbox.add({ ...draft('a', { version: 3 }), versioned: 'a work' });
  await outbox.run();
  expect(requests.map(({ input }) => input['version'])).toEqual([3, 3]);
});

test('a server that fails or limits is not at fault of the entry: it stays and is tried again', async () => {
  let code = 50013;
  const { outbox } = outboxWith(() => {
    throw new CallError(code, 'Later');
  });
  await outbox.add(draft('a'));
  await outbox.run();
  code = 429;
  await outbox.run();
  expect(outbox.entries.get()).toMatchObject([{ state: 'WAITING', reason: 'Later' }]);
});

test('a picture and the work that names it are sent in this order, and the work has the id of the server', async () => {
  const { outbox, requests } = outboxWith(() => ({ realId: 'real' }));
  await outbox.add({ ...draft('a'), provides: 'local' });
  await outbox.add(draft('a', { answers: [{ value: ['local', 'other'] }] }));
  await outbox.run();
  expect(requests[1]?.input).toEqual({ answers: [{ value: ['real', 'other'] }] });
});

test('an unanswered attempt that the server may have forgotten is not repeated without a person', async () => {
  let isBroken = true;
  const { outbox, requests } = outboxWith(() => (isBroken ? noNetwork() : {}));
  await outbox.add(draft('a'));
  await outbox.run();
  isBroken = false;
  nowMs += 24 * 3_600_000;
  await outbox.run();
  expect(requests).toHaveLength(1);
  expect(outbox.entries.get()).toMatchObject([{ state: 'UNSURE' }]);
});

test('an entry that never left is sent a week later', async () => {
  let isSignedIn = false;
  const { outbox, requests } = outboxWith(() => ({}), { isSignedIn: () => isSignedIn });
  await outbox.add(draft('a'));
  await outbox.run();
  nowMs += 7 * 24 * 3_600_000;
  isSignedIn = true;
  await outbox.run();
  expect(requests).toHaveLength(1);
  expect(outbox.entries.get()).toEqual([]);
});

test('the entries of one account are not seen or sent by another one', async () => {
  const wei = outboxWith(noNetwork);
  await wei.outbox.add(draft('a'));
  const ana = outboxWith(() => ({}), { owner: 'ana', store: wei.store });
  await ana.outbox.read();
  await ana.outbox.run();
  expect(ana.requests).toEqual([]);
  expect(await wei.store.read('wei')).toHaveLength(1);
});
