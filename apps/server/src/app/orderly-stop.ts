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
const lookMs = 1_000;

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

const drainLookMs = 500;
/** A load balancer may notice late, and send a page that moves to this server again. */
const moveAgainMs = 30_000;

/** Moves browsers to other servers while the super admin has this one drained. Returns what ends that. */
export function moveBrowsersOfDrained(
  { DRAIN_SECONDS }: Pick<Env, 'DRAIN_SECONDS'>,
  { bus, cluster }: { bus: Bus; cluster: Pick<Cluster, 'isDraining'> },
): () => Promise<void> {
  let nextAtMs: number | undefined;
  const timer = setInterval(() => {
    if (!cluster.isDraining()) return void (nextAtMs = undefined);
    nextAtMs ??= performance.now() + DRAIN_SECONDS * 1_000;
    if (performance.now() < nextAtMs) return;
    nextAtMs = performance.now() + moveAgainMs;
    bus.publish(serverEnding, { withinMs: moveMs });
  }, drainLookMs);
  return async () => clearInterval(timer);
}

/**
 * Moves browsers to other servers when this one alone is cut off from the broker: it hears of no robot any more. `/ready` refuses
 * meanwhile. Returns the function that ends the watch.
 */
export function movePagesWhenCutOff({ bus, cluster }: { bus: Bus; cluster: Pick<Cluster, 'isCutOff'> }) {
  let wasCutOff = false;
  const timer = setInterval(() => {
    const isCutOff = cluster.isCutOff();
    if (isCutOff && !wasCutOff) bus.publish(serverEnding, { withinMs: moveMs });
    wasCutOff = isCutOff;
  }, lookMs).unref();
  return async () => clearInterval(timer);
}
