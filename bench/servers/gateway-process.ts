import { joinCluster } from '../../apps/server/src/platform/cluster/cluster.ts';
import { createDb } from '../../apps/server/src/platform/db/db.ts';
import { localBus } from '../../apps/server/src/platform/socket/bus.ts';
import { startGateway } from '../../apps/server/src/robots/gateway.ts';

/** What the parent starts: a gateway that owns robots, on the broker of `mqttUrl` or on an embedded one. */
export interface GatewayJob {
  databaseUrl: string;
  mqttUrl?: string;
  /** Whether each writing transaction begins with the check of the owner. */
  isFenced: boolean;
}
/** The answer to `usage`: processor time of this process, and its robots that are online. */
export interface Usage {
  cpuMs: number;
  online: number;
}

process.once('message', async ({ databaseUrl, mqttUrl, isFenced }: GatewayJob) => {
  const db = createDb(databaseUrl);
  const complain = (...parts: unknown[]) => void process.stderr.write(`${parts.map(String).join(' ')}\n`);
  const log = { info: () => {}, warn: () => {}, error: complain };
  const identity = { name: `bench ${process.pid}`, version: 'bench', roles: ['gateway'] };
  const isAlone = mqttUrl === undefined;
  const onEnded = () => process.exit(75);
  const cluster = await joinCluster({ db, log, identity, isAlone, onEnded });
  const gateway = await startGateway({
    db: isFenced ? { ...db, fence: cluster.fence } : db,
    ownership: cluster,
    now: () => new Date(),
    bus: localBus(complain),
    log,
    port: 0,
    ...(mqttUrl && { mqttUrl }),
    // The usual limit is 20 messages per second; here each robot sends as fast as it is acknowledged.
    limits: { ratePerSecond: 100_000, burst: 1_000_000 },
  });
  const devices = await db.pool.begin(async (sql) => {
    await sql`select set_config('sweepline.companies', '*', true)`;
    return await sql<{ id: string }[]>`select id from devices`;
  });
  const isOnline = ({ id }: { id: string }) => gateway.live(id)?.connection.state === 'ONLINE';
  process.on('message', async (ask: unknown) => {
    if (ask === 'usage') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuMs: (user + system) / 1000, online: devices.filter(isOnline).length });
      return;
    }
    await cluster.leave();
    await gateway.stop();
    await db.close();
    process.disconnect();
  });
  process.send?.(Number(new URL(gateway.mqttUrl).port));
});
