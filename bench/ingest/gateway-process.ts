import { localBus } from '../../apps/server/src/platform/socket/bus.ts';
import { createDb } from '../../apps/server/src/platform/db/db.ts';
import { startGateway } from '../../apps/server/src/robots/gateway.ts';

/** The gateway alone in a process of its own, as the broker it is measured against is; says where it listens. */
process.once('message', async (databaseUrl: string) => {
  const db = createDb(databaseUrl);
  const complain = (_: object, message: string) => process.stderr.write(`${message}\n`);
  const gateway = await startGateway({
    db,
    now: () => new Date(),
    bus: localBus((error) => complain({}, String(error))),
    log: { info: () => {}, warn: complain, error: complain },
    port: 0,
    // A robot sends twenty messages a second at most; here each sends as fast as it is answered.
    limits: { ratePerSecond: 100_000, burst: 1_000_000 },
  });
  process.send?.(Number(new URL(gateway.mqttUrl).port));
  process.once('message', async () => {
    await gateway.stop();
    await db.close();
    process.disconnect();
  });
});
