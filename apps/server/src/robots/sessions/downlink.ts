import { downTopics, formatTopic, type DownTopic } from '@sweepline/contract/robot';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../gateway-options.ts';
import { isoOf } from '../protocol/iso.ts';
import type { Link } from '../protocol/link.ts';
import type { Session } from './session.ts';

type Message = Record<string, unknown>;
/** A message, or a function that creates it when it leaves the queue; undefined if it is no longer needed. */
type Body = Message | (() => Message | undefined);

export interface Downlink {
  /**
   * Sends a body under the header of this device. When it resolves, the broker has the message; only the robot's answer
   * confirms it.
   */
  send(session: Session, topic: DownTopic, body: Body): Promise<void>;
}

const maxWaiting = 200;
const maxHeaderId = 4_294_967_295;

/**
 * One queue per device. aedes loses a QoS 1 message that another one follows in the same tick, so the next is sent only
 * after the broker has written the one before.
 */
export function createDownlink(link: Pick<Link, 'publish'>, now: Clock, log: Log): Downlink {
  const queues = new Map<string, { tail: Promise<void>; waiting: number }>();

  const nextHeaderId = (session: Session, topic: string) => {
    const id = session.headerIds.get(topic) ?? 0;
    session.headerIds.set(topic, id >= maxHeaderId ? 0 : id + 1);
    return id;
  };

  const publish = (session: Session, topic: DownTopic, source: Body): Promise<void> => {
    const body = typeof source === 'function' ? source() : source;
    if (!body) return Promise.resolve();
    const { address, version } = session;
    const message = {
      headerId: nextHeaderId(session, topic),
      timestamp: isoOf(now().getTime()),
      version,
      manufacturer: address.manufacturer,
      serialNumber: address.serialNumber,
      ...body,
    };
    const { qos, retain } = downTopics[topic];
    return link.publish(formatTopic(address, topic), JSON.stringify(message), { qos, retain });
  };

  return {
    send: (session, topic, body) => {
      const { sn } = session.device;
      const queue = queues.get(sn) ?? { tail: Promise.resolve(), waiting: 0 };
      queues.set(sn, queue);
      if (queue.waiting >= maxWaiting) {
        // Important messages are resent until answered; a device that receives nothing must not fill memory.
        log.warn({ sn, topic }, 'the queue to a device is full, a message is left out');
        return Promise.resolve();
      }
      queue.waiting += 1;
      const sent = queue.tail
        .then(() => publish(session, topic, body))
        .catch((error: unknown) => log.warn({ sn, topic, error }, 'a message to a device was not taken'))
        .finally(() => {
          queue.waiting -= 1;
          if (queue.waiting === 0) queues.delete(sn);
        });
      queue.tail = sent;
      return sent;
    },
  };
}
