import { noticeCalls } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyIds, people, type Person } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { warningDays, warningDue } from './activation-code-rules.ts';
import { tellExpiries } from './expiry-notice-service.ts';

const server = testServer();

const { superAdmin, mallAdmin, agentAdmin, reader, otherAdmin } = people;
const dayMs = 24 * 3_600_000;
const inDays = (days: number) => new Date(server.clock().getTime() + days * dayMs).toISOString();
const look = () => tellExpiries(server.db, server.bus, server.clock);
/** Rows, newest first, as far as they are about the end of use; sessions are long over when days have passed. */
const toldTo = ({ id }: Pick<Person, 'id'>) =>
  server.asOwner(
    (sql) =>
      sql`select params ->> 'span' as span from notices where template = 'useEnds' and account_id = ${id} order by created_at`,
  );
const daysTold = async (who: Person) => (await toldTo(who)).map(({ span }) => Number(span) / (24 * 60));

test('60, 30 and 7 days before the end people are told, once each, also across restarts', async () => {
  const { id } = await server.aDevice({ nickname: 'Otter', usableUntil: inDays(65) });
  await server.aCode({ state: 'USED', deviceId: id, sn: 'x', usedAt: inDays(-1), noticeToId: agentAdmin.id });
  const days: number[] = [];
  for (let day = 0; day < 70; day++) {
    await Promise.all([look(), look()]);
    await look();
    if ((await toldTo(agentAdmin)).length > days.length) days.push(65 - day);
    server.clock.advance(dayMs);
  }
  expect(days).toEqual([60, 30, 7]);
  expect(await daysTold(agentAdmin)).toEqual([60, 30, 7]);
  // The company's own administrator as well, and nobody who only works there or somewhere else.
  expect(await daysTold(mallAdmin)).toEqual([60, 30, 7]);
  expect(await daysTold(reader)).toEqual([]);
  expect(await daysTold(otherAdmin)).toEqual([]);
});

test('a robot that is activated for a few days is warned of once, in the reader’s words', async () => {
  await server.aDevice({ nickname: 'Otter', usableUntil: inDays(5) });
  await look();
  const { list } = await server.ok(noticeCalls.deviceList, mallAdmin, {});
  expect(list.map(({ content }) => content)).toEqual(['The use of <strong>Otter</strong> ends in 5 days']);
});

test('who is nobody’s, void, or for good is not warned of; a company without administrators is told as a whole', async () => {
  await server.aDevice({ usableUntil: inDays(5), binding: 'NOT_ACTIVATED' });
  await server.aDevice({ usableUntil: inDays(5), binding: 'VOID' });
  await server.aDevice({ usableUntil: null });
  await server.aDevice({ usableUntil: inDays(-1) });
  await look();
  expect(await toldTo(mallAdmin)).toEqual([]);
  await server.aDevice({ usableUntil: inDays(20), companyId: companyIds.provider });
  await look();
  const rows = await server.asOwner((sql) => sql`select account_id from notices where template = 'useEnds'`);
  expect(rows).toMatchObject([{ account_id: null }]);
  expect((await server.ok(noticeCalls.deviceList, superAdmin, {})).total).toBe(1);
});

test('the warning that is due is the last one whose day has come', () => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  fc.assert(
    fc.property(fc.double({ min: -5, max: 100, noNaN: true }), (left) => {
      const due = warningDue(new Date(now.getTime() + Math.round(left * dayMs)).toISOString(), now);
      const exact = Math.round(left * dayMs) / dayMs;
      const wanted = exact <= 0 ? [] : warningDays.filter((days) => exact <= days);
      expect(due).toBe(wanted.length === 0 ? undefined : Math.min(...wanted));
    }),
  );
});
