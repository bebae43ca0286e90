import { isLate } from '../runs/lateness.ts';
import { noteClock, type Session } from '../sessions/session.ts';
import type { Delivery } from './ingest.ts';

const sequenced = new Set(['state', 'visualization', 'xTelemetry']);

/** Drops states, positions and telemetry that are older than the last of their topic. `late` is called for each. */
export function createHeaderOrder(late: (delivery: Delivery) => void) {
  /** Last headerId by device and topic, of the running session. */
  const lastHeaders = new Map<string, Map<string, number>>();

  return {
    accept: (delivery: Delivery, session: Session): boolean => {
      const { topic, message, device } = delivery;
      if (!sequenced.has(topic)) return true;
      const headers = lastHeaders.get(device.deviceId) ?? new Map<string, number>();
      lastHeaders.set(device.deviceId, headers);
      const headerId = Number(message['headerId']);
      if (isLate(headers.get(topic), headerId)) {
        late(delivery);
        return false;
      }
      headers.set(topic, headerId);
      noteClock(session, String(message['timestamp']), delivery.receivedMs);
      return true;
    },
    /** The vehicle has reconnected and may count its headers from 0 again. */
    restart: (deviceId: string): void => void lastHeaders.delete(deviceId),
  };
}
