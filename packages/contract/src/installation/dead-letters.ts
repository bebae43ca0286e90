import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/** A refused message of a robot, with the reason and the first 4 KB: docs/protocol/codes.md#refused-messages. */
export const deadLetter = z.object({
  id: z.string(),
  at: moment,
  topic: z.string(),
  sn: z.string(),
  reason: z.string(),
  detail: z.string(),
  bytes: z.number().int(),
  /** Base64. */
  head: z.string(),
});
export type DeadLetter = z.infer<typeof deadLetter>;

export const deadLetterCalls = calls('deadLetters', {
  list: {
    method: 'POST',
    path: 'service/deadLetter/queryWithPage',
    allow: permissions.deadLetters,
    reads: true,
    input: listInput({ keyword, reason: z.string().max(40).optional() }),
    output: listOf(deadLetter),
  },
  /** Rejections since the server started, by reason. */
  counters: {
    method: 'POST',
    path: 'service/deadLetter/counters',
    allow: permissions.deadLetters,
    reads: true,
    input: z.strictObject({}),
    output: z.object({ counters: z.array(z.object({ reason: z.string(), count: z.number().int() })) }),
  },
});
