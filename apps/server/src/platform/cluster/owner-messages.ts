import { z } from 'zod';
import { createChannel } from '../socket/bus.ts';

const callMessage = z.object({
  id: z.string(),
  /** The server that waits for the reply. */
  from: z.string(),
  method: z.string(),
  recordId: z.string(),
  input: z.unknown(),
  /** When the caller gives up, in milliseconds of the servers' common clock. An earlier version does not say it. */
  untilMs: z.number().optional(),
});
export type CallMessage = z.output<typeof callMessage>;

const replyMessage = z.object({
  id: z.string(),
  outcome: z.enum(['DONE', 'REFUSED', 'NOT_OWNER', 'FAILED']),
  content: z.unknown(),
});
export type ReplyMessage = z.output<typeof replyMessage>;

/** What a server is asked to do as an owner. */
export const callChannel = (serverId: string) => createChannel(`calls/${serverId}`, callMessage);

/** The answers that a server waits for. */
export const replyChannel = (serverId: string) => createChannel(`replies/${serverId}`, replyMessage);
