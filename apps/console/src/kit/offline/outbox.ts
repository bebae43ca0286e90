import { CallError, signedOutCodes, TransportError } from '../api/api.ts';
import { randomKey } from '../api/random.ts';
import { createStore } from '../store.ts';
import type { OutboxEntry, Outcome } from './outbox-entry.ts';
import { nextToSend, redone, settled, withUnsure } from './outbox-rules.ts';
import type { OutboxStore } from './outbox-store.ts';

interface Deps {
  owner: string;
  store: OutboxStore;
  /** Sends one entry. Undefined: the account of this outbox is not signed in. */
  deliver: (entry: OutboxEntry, files: Record<string, Blob>) => Promise<unknown> | undefined;
  /** The id of the record that a sent entry provides. */
  realIdOf?: (entry: OutboxEntry, output: unknown) => string | undefined;
  /** The server answered: the record may have changed, by this entry or before it. */
  onAnswer: (entry: OutboxEntry) => void;
  now: () => Date;
}

export type OutboxDraft = Pick<OutboxEntry, 'subject' | 'versioned' | 'path' | 'input' | 'provides' | 'memo'>;

/** Too many calls, a slow or broken server: the entry itself is not at fault. */
const passing = new Set([408, 429, 50013]);

function outcomeOf(error: unknown): Outcome {
  if (error instanceof CallError && !passing.has(error.code) && !signedOutCodes.has(error.code)) {
    const fields = [...new Set(Object.values(error.fields))].join(' · ');
    return { kind: error.code === 409 ? 'conflict' : 'refused', reason: fields || error.message };
  }
  const isTransport = error instanceof TransportError;
  return {
    kind: 'later',
    reason: error instanceof CallError ? error.message : '',
    // A server that fails may have carried out the call before.
    mayHaveArrived: isTransport || (error instanceof CallError && error.code === 50013),
  };
}

/** Only one tab sends. Without the API the idempotency keys still prevent a second act. */
const alone = (work: () => Promise<void>): Promise<unknown> =>
  navigator.locks === undefined
    ? work()
    : navigator.locks.request('sweepline-outbox', { ifAvailable: true }, (lock) =>
        lock ? work() : undefined,
      );

/** The write calls of one account that wait for the network. Each is sent once and in order; a reload keeps them. */
export function createOutbox({ owner, store, deliver, realIdOf, onAnswer, now }: Deps) {
  const entries = createStore<readonly OutboxEntry[]>([]);
  const sending = createStore<string | null>(null);
  let running: Promise<unknown> | undefined;

  const change = async (next: (old: readonly OutboxEntry[]) => OutboxEntry[]) =>
    entries.set(await store.change(owner, next));

  async function sendAll() {
    await change((old) => withUnsure(old, now().getTime()));
    for (let entry = nextToSend(entries.get()); entry; entry = nextToSend(entries.get())) {
      const work = deliver(entry, await store.files(entry.id));
      if (!work) return;
      const sent = entry;
      const { id } = entry;
      sending.set(id);
      const outcome = await work
        .then((output): Outcome => ({ kind: 'sent', output, realId: realIdOf?.(sent, output) }))
        .catch(outcomeOf)
        .finally(() => sending.set(null));
      await change((old) => settled(old, id, outcome, now().toISOString()));
      if (outcome.kind === 'later') return;
      if (outcome.kind === 'sent') await store.removeFiles(id);
      onAnswer(entry);
    }
  }

  const run = () => (running ??= alone(sendAll).finally(() => (running = undefined)));

  return {
    entries,
    sending,
    isDurable: store.isDurable,
    run,
    /** The files of an entry, to show them. */
    files: (id: string) => store.files(id),
    read: async () => entries.set(await store.read(owner)),
    /** Rejects if the browser has no room for it; nothing is stored then. */
    add: async (draft: OutboxDraft, files: Record<string, Blob> = {}) => {
      const id = randomKey();
      const fields = Object.keys(files);
      if (fields.length > 0) await store.putFiles(id, files);
      const entry: OutboxEntry = {
        ...draft,
        id,
        files: fields,
        at: now().toISOString(),
        attemptedAt: null,
        state: 'WAITING',
        reason: '',
      };
      await change((old) => [...old, entry]);
    },
    discard: async (id: string) => {
      await change((old) => old.filter((entry) => entry.id !== id));
      await store.removeFiles(id);
    },
    redo: async (id: string, changes: Partial<Pick<OutboxEntry, 'path' | 'input'>> = {}) => {
      const newId = randomKey();
      const files = await store.files(id);
      if (Object.keys(files).length > 0) await store.putFiles(newId, files);
      await change((old) => redone(old, id, newId, changes));
      await store.removeFiles(id);
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
