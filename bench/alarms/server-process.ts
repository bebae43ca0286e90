import { deliverTellings } from '../../apps/server/src/features/alarms/escalation/alarm-delivery-service.ts';
import { planTellings } from '../../apps/server/src/features/alarms/escalation/alarm-plan-service.ts';
import { moveTellings } from '../../apps/server/src/features/alarms/escalation/alarm-step-service.ts';
import { systemClock as now } from '../../apps/server/src/platform/runtime/clock.ts';
import { repeatedly } from '../../apps/server/src/platform/runtime/repeatedly.ts';
import { startApi } from '../list/our-api.ts';

const complain = (error: unknown) => void process.stderr.write(`${String(error)}\n`);

/** API, gateway and the telling of alarms on one database; sends the ports of both. */
process.once('message', async (url: string) => {
  // Each robot sends as fast as it is acknowledged.
  const robotLimits = { ratePerSecond: 100_000, burst: 1_000_000 };
  const { db, bus, port, mqttPort, stop } = await startApi({ api: url, gateway: url, robotLimits });
  const deps = { db, bus, now };
  const tell = async () => {
    await planTellings(db, now);
    await moveTellings(deps);
    await deliverTellings(deps);
  };
  const stopTelling = repeatedly(tell, { everyMs: 2_000, maxMs: 2_000 }, complain);
  process.send?.({ port, mqttPort });
  process.once('message', async () => {
    await stopTelling();
    await stop();
    process.disconnect();
  });
});
