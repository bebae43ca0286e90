import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionRefusals } from '../../entities/installation/connection-refusal-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aDevice, aGateway, eventually, onOutsideBroker } from '../test-kit/test-gateway.ts';

describe.skipIf(onOutsideBroker)('robots after a restore', () => {
  let database: TestDatabase;
  let running: Awaited<ReturnType<typeof aGateway>>;
  let isHeld = true;

  beforeAll(async () => {
    database = await makeDatabase();
    running = await aGateway(database.db, { isHeld: () => isHeld });
  });
  afterAll(async () => {
    await running?.gateway.stop();
    await database?.close();
  });

  it('a robot with the right password is refused as HELD, and connects when the hold has ended', async () => {
    const { sn, secret } = await aDevice(database.db, await aCompany(database.db));
    const connect = () =>
      mqtt
        .connectAsync(running.gateway.mqttUrl, { username: sn, password: secret, reconnectPeriod: 0 })
        .then((client) => client.endAsync(true).then(() => true))
        .catch(() => false);
    expect(await connect()).toBe(false);
    const rows = await eventually(async () => {
      const stored = await inScope(database.db, '*', (tx) => tx.select().from(connectionRefusals));
      return stored.length > 0 && stored;
    }, 'the refusal');
    expect(rows).toMatchObject([{ reason: 'HELD', sn }]);
    isHeld = false;
    await eventually(connect, 'the robot to connect');
  });
});
