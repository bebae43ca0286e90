import type { Clock } from '../../platform/runtime/clock.ts';
import type { Downlink } from '../sessions/downlink.ts';
import { isoOf } from '../protocol/iso.ts';
import type { Session } from '../sessions/session.ts';

/** Half of the messages a robot may have in flight, so that a robot with a full journal does not stall. */
const maxAcks = 10;
const delayMs = 500;

/**
 * Collects `xAck`s for up to half a second: each costs the broker as much as a message
 * (docs/protocol/journal.md#acknowledgement).
 */
export function createAcknowledger(downlink: Downlink, now: Clock) {
  const waiting = new Map<Session, string[]>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const send = (session: Session, acks: string[]) =>
    downlink.send(session, 'xAck', { acks, serverTime: isoOf(now().getTime()) });

  const flush = async () => {
    timer = undefined;
    const due = [...waiting];
    waiting.clear();
    await Promise.all(due.map(([session, acks]) => send(session, acks)));
  };

  return {
    add(session: Session, msgId: string): void {
      if (stopped) return;
      const acks = waiting.get(session) ?? [];
      acks.push(msgId);
      if (acks.length >= maxAcks) {
        waiting.delete(session);
        void send(session, acks);
      } else waiting.set(session, acks);
      timer ??= setTimeout(() => void flush(), delayMs);
    },
    /** Sends the pending acknowledgements of one robot before it is disconnected. */
    flushFor: async (session: Session): Promise<void> => {
      const acks = waiting.get(session);
      waiting.delete(session);
      if (acks) await send(session, acks);
    },
    /** Sends all pending acknowledgements. The robot resends what is committed later and gets its acknowledgement then. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await flush();
    },
  };
}
export type Acknowledger = ReturnType<typeof createAcknowledger>;
