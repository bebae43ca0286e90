import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { robotAlarms } from '../test-kit/test-alarms.ts';
import { aCompany } from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let company: string;
beforeAll(async () => {
  database = await makeDatabase();
  company = await aCompany(database.db);
});
afterAll(() => database.close());

interface PlannedAlarm {
  code: string;
  atS: number;
  /** Null for an alarm that stands. */
  lastsS: number | null;
}
interface Message {
  alarm: number;
  event: 'RAISED' | 'CLEARED';
  atS: number;
}

const codes = [
  '10103',
  '10104',
  '10105',
  '10110',
  '30102',
  '40101',
  '40201',
  '40202',
  '40210',
  '80003',
  '90000',
];
const plan = (maxLength: number, from: readonly string[]) =>
  fc.array(
    fc.record({
      code: fc.constantFrom(...from),
      atS: fc.nat(180),
      lastsS: fc.option(fc.integer({ min: 1, max: 90 })),
    }),
    { minLength: 2, maxLength },
  );

const messagesOf = (alarms: readonly PlannedAlarm[]): Message[] =>
  alarms.flatMap(({ atS, lastsS }, alarm): Message[] => [
    { alarm, event: 'RAISED', atS },
    ...(lastsS === null ? [] : [{ alarm, event: 'CLEARED' as const, atS: atS + lastsS }]),
  ]);

/** The rows after these messages; an id is replaced by the number of its alarm. */
async function rowsAfter(alarms: readonly PlannedAlarm[], messages: readonly Message[]) {
  const robot = await robotAlarms(database.db, company);
  robot.setTime(300);
  const ids = alarms.map(() => newId());
  for (const { alarm, event, atS } of messages) {
    const alarmId = ids[alarm]!;
    if (event === 'CLEARED') await robot.clear(alarmId, atS);
    else await robot.raise(alarms[alarm]!.code, atS, { alarmId });
  }
  const numberOf = (id: string | null) => (id === null ? null : ids.indexOf(id));
  return (await robot.rows())
    .map((row) => ({
      alarm: numberOf(row.id)!,
      cause: numberOf(row.causeId),
      clearedAt: row.clearedAt,
      count: row.count,
    }))
    .toSorted((a, b) => a.alarm - b.alarm);
}

type Rows = Awaited<ReturnType<typeof rowsAfter>>;
const followersWithFollowers = (rows: Rows) =>
  rows.filter(({ cause }) => cause !== null && rows.find(({ alarm }) => alarm === cause)?.cause !== null);

test('messages in any order lead to one row for each alarm, with the same causes and ends', async () => {
  const shuffled = plan(6, codes).chain((alarms) => {
    const messages = messagesOf(alarms);
    const order = fc.shuffledSubarray(messages, { minLength: messages.length });
    return order.map((any) => ({ alarms, messages, any }));
  });
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ alarms, messages, any }) => {
      const inOrder = await rowsAfter(
        alarms,
        messages.toSorted((a, b) => a.atS - b.atS),
      );
      expect(inOrder.map(({ alarm }) => alarm)).toEqual(alarms.map((_, n) => n));
      expect(followersWithFollowers(inOrder)).toEqual([]);
      expect(await rowsAfter(alarms, any)).toEqual(inOrder);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

test('of alarms that chatter in any order each is a row or counted in one, and no follower has followers', async () => {
  const shuffled = plan(24, ['10105', '40101', '40201']).chain((alarms) => {
    const messages = messagesOf(alarms);
    const order = fc.shuffledSubarray(messages, { minLength: messages.length });
    return order.map((any) => ({ alarms, any }));
  });
  await fc.assert(
    fc.asyncProperty(shuffled, async ({ alarms, any }) => {
      const rows = await rowsAfter(alarms, any);
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(alarms.length);
      expect(new Set(rows.map(({ alarm }) => alarm)).size).toBe(rows.length);
      expect(followersWithFollowers(rows)).toEqual([]);
    }),
    // Each attempt to shrink takes as long as a run: all together longer than the test may.
    { numRuns: 25, endOnFailure: true },
  );
});
