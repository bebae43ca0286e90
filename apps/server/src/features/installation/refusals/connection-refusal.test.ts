import { connectionRefusalCalls, permissions } from '@sweepline/contract';
import mqtt from 'mqtt';
import { expect, test } from 'vitest';
import { connectionRefusals } from '../../../entities/installation/connection-refusal-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { robotCleanupJob } from '../../../robots/care/robot-cleanup-service.ts';
import { onOutsideBroker } from '../../../robots/test-kit/test-gateway.ts';
import { announceDevice, newCredential } from '../../devices/identity/credential-service.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { list } = connectionRefusalCalls;

/** True when the broker let the client in. */
const connect = (options: mqtt.IClientOptions) =>
  mqtt
    .connectAsync(server.gateway.mqttUrl, { ...options, reconnectPeriod: 0 })
    .then((client) => client.endAsync(true).then(() => true))
    .catch(() => false);
const refusalsFor = async (who: (typeof people)[keyof typeof people], input = {}) => {
  await server.db.writers.flush();
  const rows = (await server.ok(list, who, input)).list;
  return rows.map(({ sn, reason, count }) => `${sn} ${reason} ${count}`).toSorted();
};

test.skipIf(onOutsideBroker)(
  'refused sign-ins are counted by name, reason and address, and a company sees those of its devices',
  async () => {
    const { secret, secretHash } = newCredential();
    const device = await server.aDevice({ sn: 'J30-7', nickname: 'Otter', secretHash });
    await server.aDevice({ sn: 'J30-8', binding: 'NOT_ACTIVATED' });
    await server.aDevice({ sn: 'J30-9', companyId: companyIds.other });
    announceDevice(server.bus, device.id);
    expect(await connect({ username: 'J30-7', password: secret })).toBe(true);
    for (const username of ['J30-7', 'J30-7', 'J30-8', 'J30-9', 'NOBODY'])
      expect(await connect({ username, password: 'wrong' })).toBe(false);
    expect(await connect({ username: 'J30-7' })).toBe(false);

    const ofMall = ['J30-7 NO_CREDENTIAL 1', 'J30-7 WRONG_PASSWORD 2', 'J30-8 NOT_ACTIVATED 1'];
    expect(await refusalsFor(people.mallAdmin)).toEqual(ofMall);
    expect(await refusalsFor(people.superAdmin)).toEqual([
      ...ofMall,
      'J30-9 WRONG_PASSWORD 1',
      'NOBODY UNKNOWN_DEVICE 1',
    ]);
    expect(await refusalsFor(people.superAdmin, { deviceId: device.id })).toEqual(ofMall.slice(0, 2));
    expect(await refusalsFor(people.superAdmin, { keyword: 'nob' })).toEqual(['NOBODY UNKNOWN_DEVICE 1']);
    const rows = (await server.ok(list, people.mallAdmin, { keyword: 'J30-7' })).list;
    expect(rows[0]).toMatchObject({ address: '127.0.0.1', device: { id: device.id, nickname: 'Otter' } });

    const reader = await server.anAccount({ permissionCodes: [permissions.deviceList] });
    expect((await server.send(list, reader, {})).code).not.toBe(200);
  },
);

test.skipIf(onOutsideBroker)(
  'a name that becomes a device moves to its company, and rows end after thirty days',
  async () => {
    await connect({ username: 'J30-7', password: 'wrong' });
    expect(await refusalsFor(people.mallAdmin)).toEqual([]);
    const device = await server.aDevice({ sn: 'J30-7' });
    announceDevice(server.bus, device.id);
    await connect({ username: 'J30-7', password: 'wrong' });
    expect(await refusalsFor(people.mallAdmin)).toEqual(['J30-7 WRONG_PASSWORD 1']);
    const days = (count: number) => () => new Date(server.clock().getTime() + count * 86_400_000);
    await robotCleanupJob(server.db, days(29)).run();
    expect(await refusalsFor(people.superAdmin)).toHaveLength(2);
    await robotCleanupJob(server.db, days(31)).run();
    const rows = await inScope(server.db, '*', (tx) => tx.select().from(connectionRefusals));
    expect(rows).toEqual([]);
  },
);
