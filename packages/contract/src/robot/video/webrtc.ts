import { z } from 'zod';

/** A STUN or TURN server, as browsers know it. */
export const iceServer = z.object({
  urls: z.array(z.string().max(200)).min(1),
  username: z.string().max(200).optional(),
  credential: z.string().max(200).optional(),
});
export type IceServer = z.infer<typeof iceServer>;

/** A longer SDP offer is refused. */
export const maxSdpBytes = 20 * 1024;

/** RTP timestamps of video count so many a millisecond, and begin again after 13 hours: docs/protocol/video.md#webrtc. */
const ticksPerMs = 90;
const rangeTicks = 2 ** 32;
const modulo = (value: number) => ((value % rangeTicks) + rangeTicks) % rangeTicks;

/** The RTP timestamp of a picture that was taken at this moment. */
export const rtpTimestampAt = (ms: number): number => modulo(Math.round(ms * ticksPerMs));

/** The moment that an RTP timestamp means, nearest to another moment. */
export function momentOfRtp(timestamp: number, nearMs: number): number {
  const ahead = modulo(timestamp - rtpTimestampAt(nearMs));
  return nearMs + (ahead > rangeTicks / 2 ? ahead - rangeTicks : ahead) / ticksPerMs;
}

/** How far one RTP timestamp is behind another. */
export const rtpDifference = (timestamp: number, earlier: number): number => modulo(timestamp - earlier);

/** The milliseconds between two RTP timestamps. */
export const rtpElapsedMs = (timestamp: number, earlier: number): number =>
  Math.round(rtpDifference(timestamp, earlier) / ticksPerMs);
