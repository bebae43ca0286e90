import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  authCalls,
  controlPasswordCalls,
  deviceControlCalls,
  errors,
  profileCalls,
  sitePlanCalls,
  socketCloseCodes,
  type Envelope,
} from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { aDevice, eventually } from '../robots/test-kit/test-gateway.ts';
import { openingStatus } from '../test-kit/browser-socket.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { companyIds, people } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';

const { mallAdmin, agentAdmin, staff } = people;

let installation: Installation;
let first: string;
let second: string;
beforeAll(async () => {
  // Only tickets open sockets, so a status of 101 comes from a ticket.
  installation = await startInstallation(2, { WS_ACCEPT_SESSION_TOKEN: '0' });
  [first, second] = installation.servers.map(({ url }) => url) as [string, string];
});
afterAll(() => installation?.stop());
afterEach(() => installation.database.asOwner((sql) => sql`delete from socket_tickets`));

const ticketOf = async (url: string) =>
  (await sendOverHttp(url, authCalls.socketTicket, mallAdmin, {})).data.ticket;

test('a ticket of one server opens a socket at the other, once', async () => {
  const ticket = await ticketOf(first);
  expect(await openingStatus(second, ticket)).toBe(101);
  expect(await openingStatus(first, ticket)).toBe(401);
  expect(await openingStatus(second, ticket)).toBe(401);
});

test('of two simultaneous uses of a ticket at two servers one opens a socket', async () => {
  for (let n = 0; n < 20; n += 1) {
    const ticket = await ticketOf(n % 2 === 0 ? first : second);
    const statuses = await Promise.all([openingStatus(first, ticket), openingStatus(second, ticket)]);
    expect(statuses.toSorted()).toEqual([101, 401]);
  }
});

test('a ticket that has expired, and one that no server issued, open no socket', async () => {
  const ticket = await ticketOf(first);
  await installation.database.asOwner(
    (sql) => sql`update socket_tickets set expires_at = clock_timestamp() - interval '1 second'`,
  );
  expect(await openingStatus(second, ticket)).toBe(401);
  const [secret] = (await ticketOf(first)).split('.');
  for (const invented of [secret!, `${secret}.${'A'.repeat(22)}`, 'x'.repeat(43)])
    expect(await openingStatus(first, invented)).toBe(401);
});

test('sockets are closed after the servers lost their connection to each other, so that pages read again', async () => {
  const socket = new WebSocket(`${first.replace('http', 'ws')}/service/ws/${await ticketOf(first)}`);
  await once(socket, 'open');
  const closed = once(socket, 'close') as Promise<[CloseEvent]>;
  installation.cutBus();
  const [{ code }] = await closed;
  expect(code).toBe(socketCloseCodes.restart);
});

test('the stored tickets reveal neither the ticket nor the session', async () => {
  const ticket = await ticketOf(first);
  const rows = await installation.database.asOwner((sql) => sql`select * from socket_tickets`);
  expect(rows).toHaveLength(1);
  const text = JSON.stringify(rows);
  for (const secret of [ticket, ticket.split('.')[0]!, mallAdmin.token]) expect(text).not.toContain(secret);
});

test('a session that ends at one server ends at the other', async () => {
  const read = () => sendOverHttp(second, profileCalls.read, agentAdmin, {});
  expect((await read()).code).toBe(200);
  await sendOverHttp(first, authCalls.logout, agentAdmin, {});
  await eventually(async () => (await read()).code === errors.signedOut.code, 'the end of the session');
});

const site = { companyId: companyIds.mall, address: '', timezone: 'UTC' };
const keyed = (key: string) => ({ 'idempotency-key': key });
const codesOf = (answers: readonly Envelope<unknown>[]) => answers.map(({ code }) => code);

test('a call with one key that reaches two servers at once is carried out once, with one answer', async () => {
  for (let n = 0; n < 5; n += 1) {
    const input = { ...site, name: `Site ${n}` };
    const create = (url: string) =>
      sendOverHttp(url, sitePlanCalls.create, mallAdmin, input, keyed(`create-site-${n}`));
    const answers = await Promise.all([create(first), create(second)]);
    expect(codesOf(answers)).toEqual([200, 200]);
    expect(answers[0]!.data).toEqual(answers[1]!.data);
  }
  const rows = await installation.database.asOwner((sql) => sql`select name from sites order by name`);
  expect(rows.map((row) => String(row['name']))).toEqual([0, 1, 2, 3, 4].map((n) => `Site ${n}`));
});

test('a key of one request is refused at the other server for another request', async () => {
  const create = (url: string, name: string) => {
    return sendOverHttp(url, sitePlanCalls.create, mallAdmin, { ...site, name }, keyed('one-key-two-sites'));
  };
  expect((await create(first, 'North')).code).toBe(200);
  expect((await create(second, 'South')).code).toBe(errors.wrongState.code);
});

/** Whether calls wait for a lock of this table. */
const waiting = async (table: string) => {
  const [row] = await installation.database.asOwner(
    (sql) => sql`select count(*)::int as n from pg_locks where not granted and relation = ${table}::regclass
      and database = (select oid from pg_database where datname = current_database())`,
  );
  return Number(row?.['n']);
};

test('a repeated call without a transaction waits at the other server for the one at work, and gets its answer', async () => {
  const { deviceId: id } = await aDevice(installation.database.db, companyIds.mall);
  const password = 'let me drive';
  await sendOverHttp(first, controlPasswordCalls.update, mallAdmin, { id, scope: 'COMPANY', password });
  const unlock = (url: string) =>
    sendOverHttp(url, deviceControlCalls.unlock, staff, { id, password }, keyed('unlock-once'));
  const answers = await installation.database
    .asOwner((sql) =>
      sql.begin(async (tx) => {
        await tx`lock table control_grants in exclusive mode`;
        const sent = unlock(first);
        await eventually(async () => (await waiting('control_grants')) === 1, 'the first call to be at work');
        const repeated = unlock(second);
        let isAnswered = false;
        void repeated.then(() => (isAnswered = true));
        await pause(300);
        expect([isAnswered, await waiting('control_grants')]).toEqual([false, 1]);
        return [sent, repeated];
      }),
    )
    .then((calls) => Promise.all(calls));
  expect(codesOf(answers)).toEqual([200, 200]);
  expect(answers[0]!.data).toEqual(answers[1]!.data);
  const entries = await installation.database.asOwner(
    (sql) => sql`select id from audit_entries where call = ${`POST ${deviceControlCalls.unlock.path}`}`,
  );
  expect(entries).toHaveLength(1);
});
