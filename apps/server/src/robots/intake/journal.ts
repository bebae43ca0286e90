import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { plainArray } from '../../platform/db/plain-array.ts';
import { isRowFault } from '../../platform/runtime/storage-fault.ts';
import type { Delivery } from './ingest.ts';
import type { Log } from '../gateway-options.ts';
import { getTableName } from 'drizzle-orm';
import { journalIds } from './journal-table.ts';

/** A durable message that is being stored. */
export interface Entry {
  delivery: Delivery;
  msgId: string;
}

interface Waiting extends Entry {
  stored(): void;
}

export interface JournalDeps {
  db: Db;
  now: Clock;
  log: Log;
  /** Applies the message in the transaction that stores its id. Called once per message, in order. */
  apply(tx: Tx, delivery: Delivery): Promise<void>;
  /** Writes the rows that the messages of a batch share. */
  writeRows(tx: Tx): Promise<void>;
  /** The transaction has ended, committed or not. */
  ended(tx: Tx): void;
  /** Committed now or earlier: the robot may delete it. */
  acknowledge(entries: Entry[]): void;
  /** The message can never be stored: it becomes a dead letter and is acknowledged. */
  storeDeadLetter(entry: Entry, error: unknown): void;
}

const batchSize = 500;
const retryMs = 500;
/** Concurrent commits: while the database works on one, the messages of the other are applied and acknowledged. */
const laneCount = 2;

/**
 * The durable uplink (docs/protocol/journal.md#journal). A device keeps to one lane, so its messages keep their order and
 * no row is in two.
 */
export function createJournal(deps: JournalDeps) {
  const lanes = Array.from({ length: laneCount }, () => createJournalLane(deps));
  const laneOf = (deviceId: string) => lanes[Number.parseInt(deviceId.slice(-4), 16) % laneCount]!;

  return {
    /** Resolves when the message is committed. While the database is away it stays pending, and the broker queues. */
    add: (entry: Entry): Promise<void> => laneOf(entry.delivery.device.deviceId).add(entry),
    /** Resolves when every message that was added before is stored or a dead letter. */
    drained: async (): Promise<void> => {
      await Promise.all(lanes.map((lane) => lane.drained()));
    },
    stop: async (): Promise<void> => {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}
export type Journal = ReturnType<typeof createJournal>;

/**
 * Messages are committed in groups: those that arrive during a commit form the next group. A single message does not wait,
 * and a flood shares its disk syncs. `add` resolves after the commit, and only then is a message acknowledged.
 */
function createJournalLane({
  db,
  now,
  log,
  apply,
  writeRows,
  ended,
  acknowledge,
  storeDeadLetter,
}: JournalDeps) {
  const queue: Waiting[] = [];
  let running: Promise<void> | undefined;
  let stopped = false;

  const commit = async (batch: Waiting[]) => {
    const open: { tx?: Tx } = {};
    try {
      await inScope(db, '*', (tx) => {
        open.tx = tx;
        return store(tx, batch);
      });
    } finally {
      if (open.tx) ended(open.tx);
    }
  };

  const store = async (tx: Tx, batch: Waiting[]) => {
    // Devices run concurrently, so that their statements share round trips; the messages of one device keep their order.
    const devices = Map.groupBy(await newEntries(tx, batch), (it) => it.delivery.device.deviceId);
    const applied = await Promise.allSettled(
      [...devices.values()].map((entries) => applyInOrder(tx, entries)),
    );
    for (const result of applied) if (result.status === 'rejected') throw result.reason;
    await writeRows(tx);
  };

  const applyInOrder = async (tx: Tx, entries: Waiting[]) => {
    for (const entry of entries) await apply(tx, entry.delivery);
  };

  /** Stores the ids and returns the new entries; a message twice in one batch counts once. Only repeated ones need the ids again. */
  const newEntries = async (tx: Tx, batch: Waiting[]): Promise<Waiting[]> => {
    const [stored] = await tx.raw<{ count: number; keys: string[] | null }>(
      `with stored as (
         insert into ${getTableName(journalIds)} (device_id, msg_id, received_at)
         select device_id, msg_id, $3::timestamptz from unnest($1::uuid[], $2::uuid[]) as it(device_id, msg_id)
         on conflict do nothing returning device_id, msg_id
       ) select count(*)::int as count,
           case when count(*) < $4::int then array_agg(device_id || '/' || msg_id) end as keys from stored`,
      [
        plainArray(batch.map((it) => it.delivery.device.deviceId)),
        plainArray(batch.map((it) => it.msgId)),
        now().toISOString(),
        batch.length,
      ],
    );
    if (stored?.count === batch.length) return batch;
    const newKeys = new Set(stored?.keys);
    return batch.filter((it) => newKeys.delete(`${it.delivery.device.deviceId}/${it.msgId}`));
  };

  /** True if every message of the batch is stored or a dead letter, false if the database could not be reached. */
  const settle = async (batch: Waiting[]): Promise<boolean> => {
    try {
      await commit(batch);
    } catch (error) {
      if (!isRowFault(error)) {
        log.warn({ error, messages: batch.length }, 'durable messages wait for the database');
        return false;
      }
      const [only, ...others] = batch;
      // One message that cannot be stored must not block the others.
      if (others.length > 0) return await settleOneByOne(batch);
      if (only) storeDeadLetter(only, error);
    }
    acknowledge(batch);
    for (const entry of batch) entry.stored();
    return true;
  };

  const settleOneByOne = async (batch: Waiting[]): Promise<boolean> => {
    for (const [index, entry] of batch.entries()) {
      if (await settle([entry])) continue;
      queue.unshift(...batch.slice(index));
      return true;
    }
    return true;
  };

  const run = async () => {
    try {
      while (queue.length > 0) {
        const batch = queue.splice(0, batchSize);
        if (await settle(batch)) continue;
        queue.unshift(...batch);
        if (stopped) return;
        await new Promise((done) => setTimeout(done, retryMs).unref());
      }
    } finally {
      // Set synchronously after the last check of the queue, so that a later `add` starts a new run.
      running = undefined;
    }
  };

  return {
    add: (entry: Entry): Promise<void> =>
      new Promise((stored) => {
        queue.push({ ...entry, stored });
        running ??= run();
      }),
    drained: async (): Promise<void> => void (await running),
    stop: async (): Promise<void> => {
      stopped = true;
      await running;
    },
  };
}
