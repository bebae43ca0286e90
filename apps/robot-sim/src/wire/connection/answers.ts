import { ServerClock } from './server-clock.ts';
import type { Publisher } from './publisher.ts';

/** Sends replies to commands. Terminal ones are durable and resent with the same ids. */
export const replySenderOf = (publisher: Publisher) => ({
  reply: (body: Record<string, unknown>, terminal: boolean) => {
    if (!terminal) publisher.publish('xReply', body);
    const entry = terminal ? publisher.publishDurable('xReply', body) : undefined;
    if (!entry) return undefined;
    const { msgId, bootId, seq, occurredAt } = entry;
    return { msgId, bootId, seq, occurredAt };
  },
  again: (body: Record<string, unknown>, sent: object | undefined) =>
    publisher.publish('xReply', { ...sent, ...body }),
});

/** Reports a scheduled run that could not start in time. */
export const missedStartReporter = (publisher: Publisher) => (runId: string, taskId: string) => {
  const ends = { state: 'FAILED', phase: '', code: 'SCHEDULE_MISSED' };
  publisher.publishDurable('xTask', { runId, taskId, origin: 'DEVICE_SCHEDULE', ...ends });
};

/** A clock that requests the server's time over the robot's connection. */
export const serverClockOf = (publisher: Publisher, monotonicMs: () => number) =>
  new ServerClock({ monotonicMs, ask: (body) => publisher.publish('xRequest', body) });
