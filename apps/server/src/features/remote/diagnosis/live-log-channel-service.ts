import { liveLogTopic, type LiveLogPiece } from '@sweepline/contract';
import { z } from 'zod';
import { createChannel, type Channel } from '../../../platform/socket/bus.ts';

/** What the server that a robot sends its log to reports to the owner of the robot. */
export const liveLogSigns = createChannel(
  'liveLog.stream',
  z.object({ sessionId: z.string(), sign: z.enum(['OPENED', 'LINES', 'CLOSED']) }),
);

/** A live log is over: the server that the robot sends to closes the connection. */
export const liveLogEnded = createChannel('liveLog.ended', z.object({ sessionId: z.string() }));

/** Lines of a robot, and changes of the state of its live log. */
export const liveLogChannel = (deviceId: string): Channel<LiveLogPiece> => {
  const { name, message } = liveLogTopic(deviceId);
  return createChannel(name, message);
};
