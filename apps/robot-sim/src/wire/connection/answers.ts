import { ServerClock } from './server-clock.ts';
import type { Publisher } from './publisher.ts';

/** Answers to commands. Terminal ones are durable; what was sent once is sent again under the same ids (2.1.2). */
export const answersOf = (speaker: Publisher) => ({
  reply: (body: Record<string, unknown>, terminal: boolean) => {
    if (!terminal) speaker.say('xReply', body);
    const entry = terminal ? speaker.keep('xReply', body) : undefined;
    if (!entry) return undefined;
    const { msgId, bootId, seq, occurredAt } = entry;
    return { msgId, bootId, seq, occurredAt };
  },
  again: (body: Record<string, unknown>, sent: object | undefined) =>
    speaker.say('xReply', { ...sent, ...body }),
});

/** Tells of a schedule that could not begin in time, neither by order nor by itself (2.22). */
export const missedTo = (speaker: Publisher) => (runId: string, taskId: string) => {
  const ends = { state: 'FAILED', phase: '', code: 'SCHEDULE_MISSED' };
  speaker.keep('xTask', { runId, taskId, origin: 'DEVICE_SCHEDULE', ...ends });
};

/** Learns the server's time over the robot's own line. */
export const serverClockOf = (speaker: Publisher, monotonicMs: () => number) =>
  new ServerClock({ monotonicMs, ask: (body) => speaker.say('xRequest', body) });
