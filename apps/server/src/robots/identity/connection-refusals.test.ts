import mqtt, { type IClientOptions } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionRefusals } from '../../entities/installation/connection-refusal-table.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aDevice, aGateway, eventually, onOutsideBroker } from '../test-kit/test-gateway.ts';
import { createConnectionRefusals } from './connection-refusals.ts';
import { createRefusalLimits } from './refusal-limits.ts';

describe.skipIf(onOutsideBroker)('refused connections', () => {
  let database: TestDatabase;
  let running: Awaited<ReturnType<typeof aGateway>>;

  beforeAll(async () => {
    database = await makeDatabase();
    running = await aGateway(database.db);
  });
  afterAll(async () => {
    await running?.gateway.stop();
    await database?.close();
  });

  const isRefused = (username: string) =>
    mqtt
      .connectAsync(running.gateway.mqttUrl, { username, password: 'wrong', reconnectPeriod: 0 })
      .then((client) => client.endAsync(true).then(() => false))
      .catch(() => true);

  it('a stranger who invents names fills one row, and a robot at the same address keeps its own', async () => {
    const { sn, deviceId, companyId } = await aDevice(database.db, await aCompany(database.db));
    for (let n = 0; n < 25; n++) expect(await isRefused(`GUESS-${n}`)).toBe(true);
    expect(await isRefused(sn)).toBe(true);
    const rows = await eventually(async () => {
      const stored = await inScope(database.db, '*', (tx) => tx.select().from(connectionRefusals));
      return stored.some((it) => it.sn === sn) && stored;
    }, 'the refusal of the robot');
    const reasons = Object.groupBy(rows, ({ reason }) => reason);
    expect(reasons.UNKNOWN_DEVICE).toHaveLength(20);
    expect(reasons.MANY_NAMES).toMatchObject([{ sn: '', address: '127.0.0.1', count: 5, companyId: null }]);
    expect(reasons.WRONG_PASSWORD).toMatchObject([{ sn, deviceId, companyId, count: 1 }]);
  });

  it('a connection that is refused before its name is looked at is listed with that reason', async () => {
    const { sn, deviceId } = await aDevice(database.db, await aCompany(database.db));
    announceDevice(running.bus, deviceId);
    await eventually(() => running.gateway.live(deviceId), 'the gateway to know the device');
    const code = (options: IClientOptions) =>
      mqtt
        .connectAsync(running.gateway.mqttUrl, {
          username: sn,
          password: 'any',
          reconnectPeriod: 0,
          ...options,
        })
        .then(
          (client) => client.endAsync(true).then(() => 0),
          (error: { code: unknown }) => error.code,
        );
    expect(await code({ protocolVersion: 5 })).toBe(1);
    expect(await code({ keepalive: 0 })).toBe(6);
    expect(await code({ keepalive: 600 })).toBe(6);
    const rows = await eventually(async () => {
      const stored = await inScope(database.db, '*', (tx) => tx.select().from(connectionRefusals));
      const own = stored.filter((it) => it.sn === sn);
      return own.reduce((sum, { count }) => sum + count, 0) === 3 && own;
    }, 'the three refusals');
    const reasons = rows.map(({ reason, count }) => `${reason} ${count}`).toSorted();
    expect(reasons).toEqual(['KEEP_ALIVE 2', 'PROTOCOL_VERSION 1']);
    expect(rows.every((it) => it.deviceId === deviceId)).toBe(true);
  });

  it('a device keeps its twenty latest refusals, and others keep theirs', async () => {
    const companyId = await aCompany(database.db);
    const [busy, quiet] = [await aDevice(database.db, companyId), await aDevice(database.db, companyId)];
    const registry = { bySn: (sn: string) => [busy, quiet].find((it) => it.sn === sn) as never };
    let nowMs = Date.parse('2030-01-01T00:00:00.000Z');
    const log = { error: () => {}, warn: () => {}, info: () => {} } as never;
    const refusals = createConnectionRefusals(database.db, () => new Date(nowMs), log, registry);
    const note = async (sn: string, address: string) => {
      refusals.note({ name: sn, reason: 'WRONG_PASSWORD', address });
      await refusals.flush();
    };
    await note(quiet.sn, '10.1.0.1');
    for (let n = 1; n <= 30; n++) {
      // New addresses are limited by the hour.
      nowMs += 600_000;
      await note(busy.sn, `10.2.0.${n}`);
    }
    const stored = await inScope(database.db, '*', (tx) => tx.select().from(connectionRefusals));
    const addressesOf = ({ sn }: { sn: string }) =>
      stored.filter((it) => it.sn === sn).map(({ address }) => address);
    const latest = Array.from({ length: 20 }, (_, n) => `10.2.0.${n + 11}`);
    expect(addressesOf(busy).toSorted()).toEqual(latest.toSorted());
    expect(addressesOf(quiet)).toEqual(['10.1.0.1']);
  });
});

it('beyond the limits of an hour refusals are counted in one row, without name or address', () => {
  const limits = createRefusalLimits();
  const rows = new Set<string>();
  const admit = (nowMs: number, address: string, name: string, deviceId?: string) => {
    const { name: sn, ...rest } = limits.admit({ name, reason: 'UNKNOWN_DEVICE', address }, deviceId, nowMs);
    rows.add(JSON.stringify({ sn, ...rest }));
  };
  for (let n = 0; n < 10_000; n++) admit(0, `10.0.${n % 250}.${n % 199}`, `N${n}`);
  expect(rows.size).toBeLessThanOrEqual(251);
  expect(rows).toContain(JSON.stringify({ sn: '', reason: 'MANY_NAMES', address: '' }));
  const before = rows.size;
  for (let n = 0; n < 1_000; n++) admit(0, `11.0.0.${n}`, 'J30-7', 'device');
  expect(rows.size - before).toBe(21);
  admit(3_600_000, '12.0.0.1', 'J30-8');
  expect(rows).toContain(JSON.stringify({ sn: 'J30-8', reason: 'UNKNOWN_DEVICE', address: '12.0.0.1' }));
});
