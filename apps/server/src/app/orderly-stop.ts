import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Readiness } from '../platform/http/readiness.ts';
import type { Bus } from '../platform/socket/bus.ts';
import { serverEnding } from '../platform/socket/socket-ending.ts';
import type { Env } from './env.ts';

/** The console opens its next connection in the first half of this time. */
const moveMs = 2_000;
/** Robots that cannot be given away by then go to the others as those of a killed server do. */
const handOverMs = 5_000;
const lookMs = 500;

interface Stopping {
  readiness: Readiness;
  bus: Bus;
  cluster: Pick<Cluster, 'handOver'>;
  stopJobs: () => Promise<unknown>;
}

/**
 * What a server does before it closes its parts. First `/ready` refuses; when load balancers have noticed (`DRAIN_SECONDS`),
 * browsers move to other servers and robots get another owner, while the calls under way go on. A server that is alone has none
 * to leave its work to.
 */
export async function leaveWork(
  { DRAIN_SECONDS, MQTT_URL }: Pick<Env, 'DRAIN_SECONDS' | 'MQTT_URL'>,
  { readiness, bus, cluster, stopJobs }: Stopping,
): Promise<void> {
  readiness.stop();
  const isAlone = MQTT_URL === undefined;
  await Promise.all([stopJobs(), pause(DRAIN_SECONDS * 1_000)]);
  if (isAlone || DRAIN_SECONDS === 0) return;
  bus.publish(serverEnding, { withinMs: moveMs });
  await Promise.all([pause(moveMs), Promise.race([cluster.handOver(), pause(handOverMs)])]);
}

/** A load balancer may notice late, and send a page that moves to this server again. */
const moveAgainMs = 30_000;

/**
 * Moves browsers to other servers while this one is not to serve them: the super admin has it drained, or it alone is cut off from the
 * broker and hears of no robot. `/ready` refuses meanwhile; a drained server waits until load balancers have noticed
 * (`DRAIN_SECONDS`). Returns what ends the watch.
 */
export function moveBrowsersAway(
  { DRAIN_SECONDS }: Pick<Env, 'DRAIN_SECONDS'>,
  { bus, cluster }: { bus: Bus; cluster: Pick<Cluster, 'isDraining' | 'isCutOff'> },
): () => Promise<void> {
  let nextAtMs: number | undefined;
  const timer = setInterval(() => {
    const isCutOff = cluster.isCutOff();
    if (!isCutOff && !cluster.isDraining()) return void (nextAtMs = undefined);
    nextAtMs ??= performance.now() + (isCutOff ? 0 : DRAIN_SECONDS * 1_000);
    if (performance.now() < nextAtMs) return;
    nextAtMs = performance.now() + moveAgainMs;
    bus.publish(serverEnding, { withinMs: moveMs });
  }, lookMs).unref();
  return async () => clearInterval(timer);
}
