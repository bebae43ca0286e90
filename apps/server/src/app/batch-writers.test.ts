import { frontError } from '@sweepline/contract';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createJobRegistry } from '../robots/commands/job-registry.ts';
import { createLiveStore } from '../robots/sessions/live-store.ts';
import { createRunRows } from '../robots/runs/run-rows.ts';
import { newSession, type Session } from '../robots/sessions/session.ts';
import { defaultTiming } from '../robots/gateway-options.ts';
import type { RunRow } from '../entities/work/run-table.ts';
import { auditEntry, connectionRefusal, deviceRequest } from '../test-kit/builders/batch-rows.ts';
import { runRow } from '../test-kit/builders/run-row.ts';
import { newId } from '../platform/runtime/ids.ts';
import { inScope, type Tx } from '../platform/db/db.ts';
import type { WriteBehind } from '../platform/runtime/write-behind.ts';
import { companyIds, people, startedAt } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';

type Row = Record<string, unknown>;
type Poison = (row: Row, first: Row) => unknown;

/** One writer: valid rows, and the ways in which one of them can be invalid. */
interface Writer {
  good(deviceId: string): Row;
  poisons: Record<string, Poison>;
  /** The table with the rows' ids; without it only the metrics of the writer are checked. */
  table?: string;
  /** Feeds a writer that is not a queue. */
  feed?(rows: Row[]): Promise<unknown>;
}

const server = sharedTestServer();
let deviceId = '';
const log = { info: () => {}, warn: () => {}, error: () => {} };
beforeAll(async () => {
  ({ id: deviceId } = await server.aDevice());
});
beforeEach(() => server.db.writers.flush());

const halfPair = '\ud83d';
const hugeText = 'x'.repeat(200_000);
const set =
  (field: string, value: unknown): Poison =>
  (row) => ({ ...row, [field]: value });
const twice: Poison = (row, first) => ({ ...row, id: first['id'] });
const texts = (field: string): Record<string, Poison> => ({
  NUL: set(field, 'a\0b'),
  'half a pair': set(field, halfPair),
  'a huge text': set(field, hugeText),
});
const owned = { companyId: companyIds.mall };
const at = startedAt;

const work = (id: string, more = '') => ({
  id,
  work: (tx: Tx) =>
    tx.raw(
      `insert into device_events (id, company_id, device_id, at, kind, before, after) values ($1, $2, $3, $4, $5, '', '')`,
      [id, companyIds.mall, deviceId, at, `MODE${more}`],
    ),
});
const works: Writer = {
  table: 'device_events',
  good: () => work(newId()),
  poisons: {
    NUL: () => work(newId(), '\0'),
    'no uuid': () => work('x'),
    'an error in the code': () => ({
      id: newId(),
      work: () => Promise.reject(new TypeError('no such thing')),
    }),
  },
};
const event = (): Row => ({
  id: newId(),
  ...owned,
  deviceId,
  at,
  kind: 'MODE',
  before: '',
  after: '',
  detail: '',
});
const sessionOf = (id: string): Session =>
  newSession({
    deviceId: id,
    ...owned,
    sn: id,
    manufacturer: 'JBOT',
    protocol: 'v3' as const,
    model: 'J30',
    nickname: '',
    binding: 'ACTIVATED',
    secretHash: '',
  });

const writers: Record<string, Writer> = {
  refusals: {
    table: 'audit_entries',
    good: auditEntry,
    poisons: {
      ...texts('recordId'),
      'no uuid': set('accountId', 'x'),
      'no date': set('at', '99999-99-99'),
      'no number': set('code', Number.NaN),
      'too large a number': set('code', 1e12),
      'an id twice': twice,
    },
  },
  'error-reports': {
    good: () => ({ at, account: undefined, reported: frontError.parse({ level: 'ERROR', desc: newId() }) }),
    poisons: {
      NUL: (row) => ({ ...row, reported: { ...(row['reported'] as Row), desc: '\0' } }),
      'half a pair': (row) => ({
        ...row,
        reported: { ...(row['reported'] as Row), extras: { a: halfPair } },
      }),
      'no date': set('at', 'yesterday'),
      nothing: set('reported', undefined),
    },
  },
  'failed-sign-ins': {
    good: () => ({
      ...owned,
      accountId: people.reader.id,
      kind: 'FAILED',
      at,
      lastAt: at,
      times: 1,
      address: '',
      agent: '',
      mergeKey: newId(),
    }),
    poisons: {
      ...texts('agent'),
      'no uuid': set('accountId', 'x'),
      'an account that is gone': set('accountId', newId()),
      'infinitely often': set('times', Number.POSITIVE_INFINITY),
      'the same minute twice': (row, first) => ({ ...row, mergeKey: first['mergeKey'] }),
    },
  },
  'dead-letters': {
    table: 'dead_letters',
    good: () => ({
      id: newId(),
      companyId: null,
      deviceId: null,
      at,
      topic: '',
      sn: '',
      reason: 'NOT_JSON',
      detail: '',
      bytes: 0,
      head: '',
    }),
    poisons: { ...texts('detail'), 'no uuid': set('deviceId', 'x'), 'an id twice': twice },
  },
  'device-events': {
    table: 'device_events',
    good: event,
    poisons: { ...texts('detail'), 'no date': set('at', ''), 'an id twice': twice },
  },
  'device-requests': {
    good: deviceRequest,
    poisons: {
      'no date': set('firstMs', Number.NaN),
      'too large a number': set('count', 1e12),
      NUL: (row) => ({ ...row, address: { ...(row['address'] as Row), manufacturer: '\0' } }),
      'half a pair': (row) => ({ ...row, address: { ...(row['address'] as Row), manufacturer: halfPair } }),
      'the same device twice': (row, first) => ({ ...row, address: first['address'] }),
    },
  },
  'connection-refusals': {
    good: connectionRefusal,
    poisons: {
      ...texts('name'),
      'no date': set('firstMs', Number.NaN),
      'too large a number': set('count', 1e12),
      'no uuid': set('deviceId', 'x'),
      'an equal refusal': (row, first) => ({ ...row, name: first['name'] }),
    },
  },
  'device-history': {
    good: (id) => ({
      company_id: companyIds.mall,
      device_id: id,
      at,
      mode: 'CLEANING',
      soc: 50,
      alarm_level: 0,
    }),
    poisons: {
      ...texts('mode'),
      'no uuid': set('device_id', 'x'),
      'a day without a partition': set('at', '1970-01-01T00:00:00.000Z'),
      'too large a number': set('soc', 1e300),
    },
  },
  'run-paths': {
    table: 'run_paths',
    good: () => ({
      id: newId(),
      company_id: companyIds.mall,
      run_id: newId(),
      seq: 0,
      points: [[0, 0, 0, 0, 0]],
    }),
    poisons: {
      'no uuid': set('run_id', 'x'),
      'too large a number': set('seq', 1e12),
      'half a pair': set('points', [halfPair]),
      'no number': set('points', [[Number.NaN]]),
      'a piece twice': (row, first) => ({ ...row, id: first['id'], run_id: first['run_id'] }),
    },
  },
  'device-documents': {
    good: (id) => ({
      row: { id: newId(), ...owned, deviceId: id, kind: 'FACTSHEET', hash: '', document: {}, changedAt: at },
      partsChanged: false,
      vehicle: { declared: null },
    }),
    poisons: {
      NUL: (row) => ({ ...row, row: { ...(row['row'] as Row), document: { a: '\0' } } }),
      'no date': (row) => ({ ...row, row: { ...(row['row'] as Row), changedAt: 'never' } }),
    },
  },
  alarms: works,
  notices: works,
  'file-fault-notices': { good: () => ({ sha256: newId() }), poisons: { NUL: set('sha256', 'a\0b') } },
  actions: {
    good: () => ({ row: { id: newId(), companyId: companyIds.mall, deviceId }, patch: { code: 'X' } }),
    poisons: {
      NUL: set('patch', { code: '\0' }),
      'no uuid': set('row', { id: 'x' }),
    },
  },
  commands: {
    good: () => ({
      row: { id: newId(), companyId: companyIds.mall, deviceId, by: '', status: 'SENT' },
      patch: { code: 'X' },
    }),
    poisons: {
      NUL: set('patch', { code: '\0' }),
      'no uuid': set('row', { id: 'x', companyId: companyIds.mall, deviceId, by: '', status: 'SENT' }),
    },
  },
  relocations: {
    good: (id) => ({
      id: newId(),
      ...owned,
      deviceId: id,
      state: 'ENTERED',
      mapId: 'm',
      enteredAt: at,
      enteredBy: 'x',
      endsAt: at,
      exitedAt: null,
      exitReason: null,
    }),
    poisons: {
      NUL: set('mapId', '\0'),
      'no date': set('endsAt', 'never'),
      'a device that is gone': set('deviceId', newId()),
    },
  },
  'robot-maps': {
    good: (id) => ({ session: sessionOf(id), signature: '', reported: [] }),
    poisons: { 'no uuid': (row) => ({ ...row, session: sessionOf('x') }) },
  },
  'login-rate-limits': {
    good: () => ({ keys: [newId()], failures: '0' }),
    poisons: { NUL: set('keys', ['\0']), 'no expression': set('failures', 'no expression') },
  },
  runs: {
    table: 'runs',
    good: () => ({ ...runRow(), revision: 1 }),
    feed: (rows) => {
      const runs = createRunRows<{ row: RunRow }>(server.db, log, () => {});
      // Some rows are invalid on purpose.
      for (const row of rows as unknown as RunRow[]) runs.changed({ row }, row, row);
      return runs.write();
    },
    poisons: {
      ...texts('name'),
      'no uuid': set('companyId', 'x'),
      'too large a number': set('areaIndex', 1e12),
    },
  },
  'live-states': {
    good: () => ({ id: newId(), versions: '1' }),
    feed: (rows) => {
      const live = createLiveStore({
        db: server.db,
        now: server.clock,
        log,
        bus: server.bus,
        timing: defaultTiming,
        owns: () => true,
        trail: () => null,
      });
      for (const { id, versions } of rows) {
        const session = sessionOf(id as string);
        session.live.versions = { value: { robot: versions as string }, at } as never;
        session.revision = 1;
        live.changed(session, true);
      }
      return live.flush();
    },
    poisons: {
      NUL: set('versions', '\0'),
      'half a pair': set('versions', halfPair),
      'no uuid': set('id', 'x'),
    },
  },
  'job-progress': {
    good: (id) => ({ id, jobId: newId() }),
    feed: (rows) => {
      const jobs = createJobRegistry({
        db: server.db,
        now: server.clock,
        bus: server.bus,
        log,
        timing: defaultTiming,
        sessionOf: () => undefined,
      });
      for (const { id, jobId } of rows) {
        const phase = { jobId: jobId as string, phase: 'COPY' } as never;
        jobs.progress(sessionOf(id as string), phase, at, () => {});
      }
      return jobs.flush();
    },
    poisons: { 'no uuid': set('jobId', 'x'), NUL: set('jobId', '\0') },
  },
};

/** Every writer without `feed` is a queue. */
const queueOf = (name: string) =>
  server.db.writers.writers().find((writer) => writer.name === name) as unknown as WriteBehind<unknown>;
const figures = async (name: string) => {
  const of = async (figure: string) => {
    const { values } = await server.db.writers.metrics.getSingleMetric(`write_behind_${figure}`)!.get();
    return values.filter(({ labels }) => labels['name'] === name).reduce((sum, { value }) => sum + value, 0);
  };
  return { stored: await of('stored_total'), dropped: await of('dropped_total') };
};
const storedCount = (table: string, ids: unknown[]) =>
  inScope(server.db, '*', async (tx) => {
    const rows = await tx.raw(`select id from ${table} where id = any($1::uuid[])`, [ids]);
    return rows.length;
  });

test('this test lists every writer of the server', () => {
  const names = server.db.writers.writers().map(({ name }) => name);
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(writers).toSorted());
});

const cases = Object.entries(writers).flatMap(([name, writer]) =>
  Object.entries(writer.poisons).map(([kind, poison]) => ({ name, kind, writer, poison })),
);
test.each(cases)(
  '$name: a row with $kind does not affect the other rows',
  async ({ name, writer, poison }) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 9 }), fc.nat(8), async (count, place) => {
        // The table keeps only the newest requests of unregistered devices.
        await inScope(server.db, '*', (tx) => tx.raw('delete from device_requests'));
        const rows = Array.from({ length: count }, () => writer.good(deviceId));
        const bad = place % count;
        const batch: unknown[] = rows.with(bad, poison(rows[bad]!, rows[(bad + 1) % count]!) as Row);
        const before = await figures(name);
        if (writer.feed) await writer.feed(batch as Row[]);
        else {
          const queue = queueOf(name);
          for (const row of batch) queue.add((row as Row)['work'] ?? row);
          await queue.flush();
          expect(queue.size()).toBe(0);
        }
        const after = await figures(name);
        const [stored, dropped] = [after.stored - before.stored, after.dropped - before.dropped];
        expect(stored + dropped).toBe(count);
        expect(dropped, JSON.stringify(server.faults.slice(-3))).toBeLessThanOrEqual(1);
        const others = rows.filter((_, index) => index !== bad).map(({ id }) => id);
        if (writer.table) expect(await storedCount(writer.table, others)).toBe(count - 1);
      }),
      { numRuns: 3 },
    );
  },
);

test('all queues are empty after these tests', async () => {
  await server.db.writers.flush();
  expect(server.db.writers.writers().filter(({ size }) => size() > 0)).toEqual([]);
});
