import {
  errors,
  faultCodeCalls,
  faultReportCalls,
  maxFaultReportsPerHour,
  workOrderActCalls,
  workOrderCalls,
} from '@sweepline/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();
const { mallAdmin, otherAdmin } = people;
const { add: report, look, state } = faultReportCalls;
const gone = { code: errors.faultCodeGone.code, msg: errors.faultCodeGone.texts.en };
const stranger = undefined;
const orders = () => server.ok(workOrderCalls.list, mallAdmin, {});

test('a code shows name and model of the robot, and nothing else', async () => {
  const device = await server.aDevice({ nickname: 'Otter', model: 'J40' });
  const { token } = await server.ok(faultCodeCalls.add, mallAdmin, {
    deviceId: device.id,
    note: 'Left side',
  });
  expect(Buffer.from(token.replace('fault_', ''), 'base64url')).toHaveLength(16);
  expect(await server.ok(look, stranger, { token })).toEqual({ nickname: 'Otter', model: 'J40' });
  const [row] = await server.asOwner((sql) => sql`select token_hash from fault_codes`);
  expect(row?.['token_hash']).not.toContain(token);
});

test('an unknown and a revoked code, and one of a robot that left or of a frozen company, get the same answer', async () => {
  const [revoked, left, frozen] = [
    await server.aFaultCode(),
    await server.aFaultCode(),
    await server.aFaultCode(),
  ];
  await server.ok(faultCodeCalls.revoke, mallAdmin, { id: revoked.id });
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.other} where id = ${left.deviceId}`,
  );
  for (const token of ['fault_nothing', revoked.token, left.token]) {
    expect(await server.send(look, stranger, { token })).toMatchObject(gone);
    expect(await server.send(report, stranger, { token, choice: 'STANDS' })).toMatchObject(gone);
  }
  await server.asOwner((sql) => sql`update companies set frozen_at = now() where id = ${companyIds.mall}`);
  expect(await server.send(look, stranger, { token: frozen.token })).toMatchObject(gone);
  expect(await server.send(state, stranger, { receipt: 'receipt_nothing' })).toMatchObject(gone);
});

test('a report becomes an order with its words, and its receipt follows the state and shows nothing more', async () => {
  const { token } = await server.aFaultCode();
  const input = {
    token,
    choice: 'LOSES_WATER',
    text: 'A puddle at the lift',
    contactName: 'Mia',
    contact: '0170 1',
  };
  const { receipt } = await server.ok(report, stranger, input as never, { lang: 'ge' });
  const { list } = await orders();
  expect(list).toMatchObject([
    { origin: 'QR', name: 'Verliert Wasser', description: 'A puddle at the lift', faultType: 'CLEANING' },
  ]);
  const { contactName } = await server.ok(workOrderCalls.detail, mallAdmin, { id: list[0]!.id });
  expect(contactName).toBe('Mia');
  const first = await server.ok(state, stranger, { receipt });
  expect(Object.keys(first).toSorted()).toEqual(['at', 'model', 'nickname', 'state']);
  expect(first.state).toBe('SUBMITTED');
  const { id, version } = list[0]!;
  await server.ok(workOrderActCalls.dispatch, mallAdmin, { id, version, assigneeId: mallAdmin.id });
  expect((await server.ok(state, stranger, { receipt })).state).toBe('PROCESSING');
});

test('a second report of the robot is a comment on the open order, also when two come at once', async () => {
  const { token } = await server.aFaultCode();
  await Promise.all([
    server.ok(report, stranger, { token, choice: 'STANDS', text: 'In the hall' }),
    server.ok(report, stranger, { token, choice: 'IS_OFF', text: 'Dark display', contact: 'Tim' }),
  ]);
  const { list } = await orders();
  expect(list).toHaveLength(1);
  const { events, description } = await server.ok(workOrderCalls.detail, mallAdmin, { id: list[0]!.id });
  const texts = [
    description,
    ...events.filter(({ kind }) => kind === 'REPORTED_AGAIN').map(({ text }) => text),
  ];
  expect(texts.toSorted()).toEqual(['Dark display', 'In the hall']);
});

test('a report after the resolution is a new order', async () => {
  const { token } = await server.aFaultCode();
  await server.ok(report, stranger, { token, choice: 'STANDS' });
  const [{ id, version } = { id: '', version: 0 }] = (await orders()).list;
  await server.ok(workOrderActCalls.resolve, mallAdmin, { id, version, resolution: 'WITHDRAWN' });
  await server.ok(report, stranger, { token, choice: 'STANDS' });
  expect((await orders()).total).toBe(2);
});

test('an address reports a robot three times an hour, and another robot still', async () => {
  const [code, another] = [await server.aFaultCode(), await server.aFaultCode()];
  const send = (token: string) => server.send(report, stranger, { token, choice: 'STANDS' });
  for (let n = 0; n < maxFaultReportsPerHour; n++) expect((await send(code.token)).code).toBe(200);
  expect(await send(code.token)).toMatchObject({ msg: errors.tooManyFaultReports.texts.en });
  expect((await send(another.token)).code).toBe(200);
  server.clock.advance(3_600_001);
  expect((await send(code.token)).code).toBe(200);
});

test('the codes of a robot are those of its company, and a foreign robot is as if it did not exist', async () => {
  const code = await server.aFaultCode();
  await server.ok(report, stranger, { token: code.token, choice: 'OTHER' });
  const { list } = await server.ok(faultCodeCalls.list, mallAdmin, { deviceId: code.deviceId });
  expect(list).toMatchObject([{ id: code.id, state: 'OPEN', reports: 1 }]);
  for (const call of [faultCodeCalls.list, faultCodeCalls.add])
    expect((await server.send(call, otherAdmin, { deviceId: code.deviceId })).code).toBe(
      errors.notFound.code,
    );
  expect((await server.send(faultCodeCalls.revoke, otherAdmin, { id: code.id })).code).toBe(
    errors.notFound.code,
  );
});

test('each ticket takes one picture, which joins the order; a file that is no picture leaves it valid', async () => {
  const { token } = await server.aFaultCode();
  const { tickets } = await server.ok(report, stranger, { token, choice: 'IS_DAMAGED', pictures: 2 });
  expect(tickets).toHaveLength(2);
  const [ticket, late] = tickets as [string, string];
  const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const send = (input: string, picture: Uint8Array | string) =>
    server.send(faultReportCalls.picture, stranger, { ticket: input }, { files: { picture } });
  expect((await send(ticket, 'no picture')).code).toBe(errors.fileFormat.code);
  const both = await Promise.all([send(ticket, jpeg), send(ticket, jpeg)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, errors.faultCodeGone.code].toSorted());
  expect(await send('ticket_nothing', jpeg)).toMatchObject(gone);
  const { id } = (await orders()).list[0]!;
  const { pictures } = await server.ok(workOrderCalls.detail, mallAdmin, { id });
  expect(pictures).toMatchObject([{ kind: 'FAULT', width: 30, height: 20 }]);
  server.clock.advance(16 * 60_000);
  expect(await send(late, jpeg)).toMatchObject(gone);
});
