import type { Clock } from '../platform/clock.ts';
import type { Downlink } from './downlink.ts';
import type { Session } from './session.ts';

const maxAcks = 100;
const delayMs = 200;

/** Gathers `xAck`s: sent when a hundred wait, and well within the second the protocol allows (2.1.3). */
export function openAcknowledger(downlink: Downlink, now: Clock) {
  const waiting = new Map<Session, string[]>();
  let timer: NodeJS.Timeout | undefined;

  const send = (session: Session, acks: string[]) =>
    downlink.send(session, 'xAck', { acks, serverTime: now().toISOString() });

  const flush = () => {
    timer = undefined;
    for (const [session, acks] of waiting) void send(session, acks);
    waiting.clear();
  };

  return {
    add(session: Session, msgId: string): void {
      const acks = waiting.get(session) ?? [];
      acks.push(msgId);
      if (acks.length >= maxAcks) {
        waiting.delete(session);
        void send(session, acks);
      } else waiting.set(session, acks);
      timer ??= setTimeout(flush, delayMs);
    },
    stop(): void {
      clearTimeout(timer);
      flush();
    },
  };
}
