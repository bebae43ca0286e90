import { isDue } from '../platform/runtime/clock.ts';
import type { assemble } from './assembly.ts';
import type { GatewayOptions, GatewayTiming } from './gateway-options.ts';

/** A smaller step back of the clock is less than the shortest expiry. */
const maxSlewMs = 2_000;

/** Starts what the gateway does by the clock. `tick` does at once what is due. */
export function startClock(
  parts: Awaited<ReturnType<typeof assemble>>,
  { now, log }: GatewayOptions,
  timing: GatewayTiming,
): { tick: () => void; stop: () => void } {
  let sampledMs = now().getTime();
  let tickedMs = sampledMs;
  const tick = () => {
    const nowMs = now().getTime();
    if (nowMs < tickedMs - maxSlewMs) {
      log.warn({ backMs: tickedMs - nowMs }, 'the clock was set back');
      parts.clockSetBack(nowMs);
    }
    tickedMs = nowMs;
    parts.tick(nowMs);
    if (!isDue(sampledMs, nowMs, timing.pathFlushMs)) return;
    sampledMs = nowMs;
    void parts.paths.flush();
    parts.history.sample(parts.sessions.values(), nowMs);
  };
  const timer = setInterval(() => {
    // An error of one device must not stop the clock of the others.
    try {
      tick();
    } catch (error) {
      log.error({ error }, 'the gateway missed a beat');
    }
  }, timing.tickMs);
  return { tick, stop: () => clearInterval(timer) };
}
