import { TopicOrder } from '../runs/lateness.ts';
import { noteClock, type Session } from '../sessions/session.ts';
import { robotTimeMs } from '../protocol/robot-time.ts';
import type { Delivery } from './ingest.ts';

const sequenced = new Set(['state', 'visualization', 'xTelemetry']);

/** Drops states, positions and telemetry that are older than the last of their topic. `late` is called for each. */
export function createHeaderOrder(late: (delivery: Delivery) => void) {
  /** By device and topic, of the running session. */
  const orders = new Map<string, Map<string, TopicOrder>>();

  return {
    accept: (delivery: Delivery, session: Session): boolean => {
      const { topic, message, device } = delivery;
      if (!sequenced.has(topic)) return true;
      const ofDevice = orders.get(device.deviceId) ?? new Map<string, TopicOrder>();
      orders.set(device.deviceId, ofDevice);
      const order = ofDevice.get(topic) ?? new TopicOrder();
      ofDevice.set(topic, order);
      const sentAt = String(message['timestamp']);
      const place = { headerId: Number(message['headerId']), sentMs: robotTimeMs(sentAt) };
      if (!order.accepts(place, delivery.receivedMs)) {
        late(delivery);
        return false;
      }
      noteClock(session, sentAt, delivery.receivedMs);
      return true;
    },
    /** The vehicle has reconnected and may count its headers from 0 again. */
    restart: (deviceId: string): void => void orders.delete(deviceId),
  };
}
