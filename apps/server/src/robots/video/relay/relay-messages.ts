import { z } from 'zod';

const text = z.string();

/** How the relay is reached, as its first argument. */
export const relaySettings = z.object({
  /** The local IPv4 addresses that it listens on. */
  listen: z.array(z.ipv4()).min(1),
  /** The address that peers connect to instead, if it is another. */
  announced: z.ipv4().optional(),
  ports: z.tuple([z.number().int(), z.number().int()]).optional(),
});
export type RelaySettings = z.infer<typeof relaySettings>;

const relayClocks = z.object({
  /** How far the robot's clock is behind the server's. */
  skewMs: z.number(),
  /** How far the server's clock is ahead of the machine's. */
  aheadMs: z.number(),
});
export type RelayClocks = z.infer<typeof relayClocks>;

/** Pictures of a recording, in the time of its first one. */
const cluster = z.object({
  type: z.literal('CLUSTER'),
  recordingId: text,
  /** The RTP timestamp of the first picture of the recording. */
  origin: z.number(),
  fromMs: z.number(),
  toMs: z.number(),
  /** It begins with a key frame. */
  isKey: z.boolean(),
  width: z.number(),
  height: z.number(),
  /** A cluster of WebM, in base64. */
  bytes: text,
});
export type Cluster = z.infer<typeof cluster>;

/** From the server to its relay. Those with a `request` are answered. */
export const relayRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('PUBLISH'), request: text, sessionId: text, sdp: text, clocks: relayClocks }),
  z.object({ type: z.literal('SUBSCRIBE'), request: text, sessionId: text, subscriberId: text, sdp: text }),
  z.object({ type: z.literal('UNSUBSCRIBE'), subscriberId: text }),
  z.object({ type: z.literal('END'), sessionId: text }),
  /** Records a session. With an origin it continues a recording after its last picture. */
  z.object({
    type: z.literal('RECORD'),
    sessionId: text,
    recordingId: text,
    origin: z.number().nullable(),
    afterMs: z.number(),
  }),
  /** Answered with RECORDED after the last cluster. */
  z.object({ type: z.literal('STOP_RECORDING'), recordingId: text }),
]);
export type RelayRequest = z.infer<typeof relayRequest>;

/** Why a peer was not accepted. OFFER: its SDP; SESSION: there is no such session; FAILED: a fault of the relay. */
const relayFaults = ['OFFER', 'SESSION', 'FAILED'] as const;
export type RelayFault = (typeof relayFaults)[number];

/** From the relay to its server. */
export const relayMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ANSWER'), request: text, sdp: text }),
  z.object({ type: z.literal('FAULT'), request: text, fault: z.enum(relayFaults), detail: text }),
  /** The first key frame of a robot arrived. */
  z.object({ type: z.literal('PUBLISHED'), sessionId: text }),
  /** The robot of a session, or one viewer, is gone. */
  z.object({ type: z.literal('PUBLISHER_GONE'), sessionId: text }),
  z.object({ type: z.literal('SUBSCRIBER_GONE'), subscriberId: text }),
  cluster,
  z.object({ type: z.literal('RECORDED'), recordingId: text }),
]);
export type RelayMessage = z.infer<typeof relayMessage>;
