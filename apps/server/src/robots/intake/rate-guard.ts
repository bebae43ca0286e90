import { refilled, type Bucket } from '../../platform/limits/rates/token-bucket.ts';
import type { GatewayLimits } from '../gateway-options.ts';

type Verdict = 'USE' | 'SKIP' | 'SKIP_AND_RAISE';

interface DeviceState {
  bucket: Bucket | undefined;
  skipped: number;
  rejectedAt: number[];
  quarantinedUntilMs: number;
}
const quarantineWindowMs = 300_000;
const quarantineMs = 600_000;

/**
 * Throttles a device that sends too much and quarantines one that sends invalid messages, to protect the others
 * (docs/protocol/topics.md#limits).
 */
export function createRateGuard({ ratePerSecond: perSecond, burst, quarantineAfter }: GatewayLimits) {
  const devices = new Map<string, DeviceState>();
  const stateOf = (id: string): DeviceState => {
    const existing = devices.get(id);
    if (existing) return existing;
    const created = { bucket: undefined, skipped: 0, rejectedAt: [], quarantinedUntilMs: 0 };
    devices.set(id, created);
    return created;
  };

  return {
    /** Counts one message. Above the rate one in ten is used. */
    admit(id: string, nowMs: number): Verdict {
      const device = stateOf(id);
      const bucket = refilled({ burst, perSecond }, device.bucket, nowMs);
      device.bucket = bucket;
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        device.skipped = 0;
        return 'USE';
      }
      device.skipped += 1;
      if (device.skipped === 1) return 'SKIP_AND_RAISE';
      return device.skipped % 10 === 0 ? 'USE' : 'SKIP';
    },

    /** Counts one rejected message. True if the device is now quarantined. */
    rejected(id: string, nowMs: number): boolean {
      const device = stateOf(id);
      device.rejectedAt = device.rejectedAt.filter((at) => nowMs - at < quarantineWindowMs);
      device.rejectedAt.push(nowMs);
      if (device.rejectedAt.length <= quarantineAfter || device.quarantinedUntilMs > nowMs) return false;
      device.quarantinedUntilMs = nowMs + quarantineMs;
      device.rejectedAt = [];
      return true;
    },

    isQuarantined: (id: string, nowMs: number) => (devices.get(id)?.quarantinedUntilMs ?? 0) > nowMs,
    forget: (id: string) => void devices.delete(id),
  };
}
export type RateGuard = ReturnType<typeof createRateGuard>;
