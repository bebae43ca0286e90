import { z } from 'zod';
import { uuid } from '../wire.ts';
import { streamTransports, videoWidths } from './cameras.ts';

/** What a stream carries. A robot names those besides VIDEO in `xReported.streamKinds`. */
export const streamKinds = ['VIDEO', 'LOG', 'SSH'] as const;
export type StreamKindName = (typeof streamKinds)[number];

/** The token of a stream is valid for this time, and once. */
export const streamTokenMs = 60_000;

const session = {
  sessionId: uuid,
  token: z.string().min(20).max(200),
  maxSeconds: z.number().int().min(10).max(1800),
};

/** Pictures of a camera: docs/protocol/video.md#session. */
export const videoOpenParams = z.object({
  ...session,
  kind: z.literal('VIDEO'),
  camera: z.string().max(64),
  transport: z.enum(streamTransports),
  width: z.union(videoWidths.map((width) => z.literal(width))),
  fps: z.number().int().min(1).max(15),
  quality: z.number().int().min(30).max(90),
});
export type VideoOpenParams = z.infer<typeof videoOpenParams>;

/** A text message of the server on a stream of JPEG: so many pictures a second are enough for now. */
export const streamPace = z.object({ fps: z.number().min(0.5).max(15) });
export type StreamPace = z.infer<typeof streamPace>;

/** The log as the robot writes it: docs/protocol/files.md#live-log. */
export const logOpenParams = z.object({ ...session, kind: z.literal('LOG') });
export type LogOpenParams = z.infer<typeof logOpenParams>;

/** A shell over SSH: docs/protocol/shell.md#session. */
export const sshOpenParams = z.object({
  ...session,
  kind: z.literal('SSH'),
  /** Valid while the shell is open, as often as the robot returns. */
  resumeToken: z.string().min(20).max(200),
  user: z.string().max(32),
});
export type SshOpenParams = z.infer<typeof sshOpenParams>;

/** Parameters of `stream.open`, by the kind of the stream. */
export const streamOpenParams = z.discriminatedUnion('kind', [videoOpenParams, logOpenParams, sshOpenParams]);
export type StreamOpenParams = z.infer<typeof streamOpenParams>;

/** Bytes of log lines that a robot sends in a second at most; it leaves lines out and counts them. */
export const maxLogBytesPerS = 50_000;
/** Lines that a robot sends first, so that a reader sees what came before. */
export const firstLogLines = 200;
/** A longer message of a LOG stream ends the connection. */
export const maxLogMessageBytes = 64 * 1024;
/** One message of a LOG stream: UTF-8 JSON. */
export const logMessage = z.object({
  lines: z.array(z.string().max(4_000)).max(1_000),
  /** Lines left out before these. */
  skipped: z.number().int().min(0),
});
