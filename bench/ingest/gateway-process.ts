import { localBus } from '../../apps/server/src/platform/socket/bus.ts';
import { createDb } from '../../apps/server/src/platform/db/db.ts';
import { startGateway } from '../../apps/server/src/robots/gateway.ts';

/** The gateway in a separate process, like the compared broker; sends its port to the parent. */
process.once('message', async (databaseUrl: string) => {
  const db = createDb(databaseUrl);
  const complain = (_: object, message: string) => process.stderr.write(`${message}\n`);
  const gateway = await startGateway({
    db,
    now: () => new Date(),
    bus: localBus((error) => complain({}, String(error))),
    log: { info: () => {}, warn: complain, error: complain },
    port: 0,
    // The usual limit is 20 messages per second; here each robot sends as fast as it is acknowledged.
    limits: { ratePerSecond: 100_000, burst: 1_000_000 },
  });
  process.send?.(Number(new URL(gateway.mqttUrl).port));
  process.once('message', async () => {
    await gateway.stop();
    await db.close();
    process.disconnect();
  });
});
