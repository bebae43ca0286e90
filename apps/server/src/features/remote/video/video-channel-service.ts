import { z } from 'zod';
import { videoFramesTopic, videoTopic } from '@sweepline/contract';
import type { BinaryContent } from '../../../platform/socket/binary-content.ts';
import { createChannel, type Channel } from '../../../platform/socket/bus.ts';

/** What the server that a robot streams to tells the owner of the robot. */
export const streamSigns = createChannel(
  'video.stream',
  z.object({ sessionId: z.string(), sign: z.enum(['OPENED', 'FRAMES', 'CLOSED']) }),
);

/** A stream is over: the server that the robot streams to closes the connection. */
export const streamEnded = createChannel('video.ended', z.object({ sessionId: z.string() }));

/** The sign-ins that may see a stream now. The owner of the robot repeats it every second. */
export const streamViewers = createChannel(
  'video.viewers',
  z.object({
    sessionId: z.string(),
    logins: z.array(z.string()),
    /** How far the robot's clock is behind the server's. The default serves the version before. */
    skewMs: z.number().default(0),
    /** Pictures a second that are needed now; null from the version before. */
    fps: z.number().nullable().default(null),
  }),
);

const change = z.object({ deviceId: z.string() });
/** The streams or the viewers of a device changed: pages of it read its standing again. */
export const videoChanged = (deviceId: string): Channel<z.infer<typeof change>> =>
  createChannel(videoTopic(deviceId).name, change);

/** Frames of a stream, each with the id of the session before it. */
export const framesChannel = (sessionId: string): Channel<BinaryContent> => ({
  name: videoFramesTopic(sessionId),
});

/** The bytes of an id, as they stand before a frame. */
export const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
