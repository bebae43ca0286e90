import { noticeCalls } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { warningDays, warningDue } from './activation-code-rules.ts';
import { sendExpiryNotices } from './expiry-notice-service.ts';

const server = testServer();

const { superAdmin, mallAdmin, agentAdmin, reader, otherAdmin } = people;
const dayMs = 24 * 3_600_000;
const inDays = (days: number) => new Date(server.clock().getTime() + days * dayMs).toISOString();
const runNotifier = () => sendExpiryNotices(server.db, server.bus, server.clock);
/**
 * The notices of an account about the end of use, oldest first. Read from the table, because sessions expire as the
 * days pass.
 */
const noticesOf = ({ id }: Pick<Person, 'id'>) =>
  server.asOwner(
    (sql) =>
      sql`select params ->> 'span' as span from notices where template = 'useEnds' and account_id = ${id} order by created_at`,
  );
const warnedDays = async (who: Person) => (await noticesOf(who)).map(({ span }) => Number(span) / (24 * 60));

test('notices are sent 60, 30 and 7 days before the end of use, once each, also across restarts', async () => {
  const { id } = await server.aDevice({ nickname: 'Otter', usableUntil: inDays(65) });
  await server.aCode({ state: 'USED', deviceId: id, sn: 'x', usedAt: inDays(-1), noticeToId: agentAdmin.id });
  const days: number[] = [];
  for (let day = 0; day < 70; day++) {
    await Promise.all([runNotifier(), runNotifier()]);
    await runNotifier();
    if ((await noticesOf(agentAdmin)).length > days.length) days.push(65 - day);
    server.clock.advance(dayMs);
  }
  expect(days).toEqual([60, 30, 7]);
  expect(await warnedDays(agentAdmin)).toEqual([60, 30, 7]);
  // The company's administrator gets them too, its other accounts and other companies do not.
  expect(await warnedDays(mallAdmin)).toEqual([60, 30, 7]);
  expect(await warnedDays(reader)).toEqual([]);
  expect(await warnedDays(otherAdmin)).toEqual([]);
});

test('a robot activated for a few days gets one warning, in the reader’s language', async () => {
  await server.aDevice({ nickname: 'Otter', usableUntil: inDays(5) });
  await runNotifier();
  const { list } = await server.ok(noticeCalls.deviceList, mallAdmin, {});
  expect(list.map(({ content }) => content)).toEqual(['The use of <strong>Otter</strong> ends in 5 days']);
});

test('an unbound, void, unlimited or expired robot gets no warning; without administrators the company gets it', async () => {
  await server.aDevice({ usableUntil: inDays(5), binding: 'NOT_ACTIVATED' });
  await server.aDevice({ usableUntil: inDays(5), binding: 'VOID' });
  await server.aDevice({ usableUntil: null });
  await server.aDevice({ usableUntil: inDays(-1) });
  await runNotifier();
  expect(await noticesOf(mallAdmin)).toEqual([]);
  await server.aDevice({ usableUntil: inDays(20), companyId: companyIds.provider });
  await runNotifier();
  const rows = await server.asOwner((sql) => sql`select account_id from notices where template = 'useEnds'`);
  expect(rows).toMatchObject([{ account_id: null }]);
  expect((await server.ok(noticeCalls.deviceList, superAdmin, {})).total).toBe(1);
});

test('the due warning is the smallest step that is reached', () => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  fc.assert(
    fc.property(fc.double({ min: -5, max: 100, noNaN: true }), (daysLeft) => {
      const due = warningDue(new Date(now.getTime() + Math.round(daysLeft * dayMs)).toISOString(), now);
      const exact = Math.round(daysLeft * dayMs) / dayMs;
      const reached = exact <= 0 ? [] : warningDays.filter((days) => exact <= days);
      expect(due).toBe(reached.length === 0 ? undefined : Math.min(...reached));
    }),
  );
});
