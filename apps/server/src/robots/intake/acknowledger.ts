import type { Clock } from '../../platform/runtime/clock.ts';
import type { Downlink } from '../sessions/downlink.ts';
import { isoOf } from '../protocol/iso.ts';
import type { Session } from '../sessions/session.ts';

/** Half of what a robot may have under way: one with a full journal is not held up by what it was not told yet. */
const maxAcks = 10;
const delayMs = 500;

/** Gathers `xAck`s: each costs the broker as much as a message, and the protocol allows a second for it (2.1.3). */
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
    /** Says to one robot what is still unsaid: it is about to be put out. */
    flushFor: async (session: Session): Promise<void> => {
      const acks = waiting.get(session);
      waiting.delete(session);
      if (acks) await send(session, acks);
    },
    /** Says what is still unsaid. What is committed later the robot sends again, and hears of it then. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await flush();
    },
  };
}
export type Acknowledger = ReturnType<typeof createAcknowledger>;
