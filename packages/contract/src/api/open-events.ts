import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { openEventNames, relatedTypes } from './open-event-names.ts';

/** One event: what happened to which record. It is stored with its cause and never changes. */
export const openEvent = z.object({
  /** The same in the list, in each delivery and in each repetition. */
  id: z.string(),
  type: z.enum(openEventNames),
  at: moment,
  /** Counts the events of the company from 1 without a gap. */
  position: z.number().int(),
  companyId: z.string(),
  robotId: z.string().nullable(),
  siteId: z.string().nullable(),
  related: z.object({
    type: z.enum(relatedTypes),
    id: z.string(),
    /** The address of its present state; null where the open API has none. */
    path: z.string().nullable(),
  }),
  /** The record as it was at that moment. Fields are added without notice. */
  data: z.record(z.string(), z.unknown()),
});
export type OpenEvent = z.infer<typeof openEvent>;

const listed = openEvent.extend({ companyName: z.string(), robotName: z.string().nullable() });
export type ListedEvent = z.infer<typeof listed>;

export const apiEventCalls = calls('apiEvents', {
  /** The events that an API user may read, newest first. */
  list: {
    method: 'POST',
    path: 'service/apiEvent/queryWithPage',
    allow: permissions.apiAccess,
    reads: true,
    input: listInput({
      /** The API user; without it the events of all companies that the caller sees. */
      userId: z.uuid().optional(),
      type: z.array(z.enum(openEventNames)).max(openEventNames.length).optional(),
      deviceId: z.uuid().optional(),
      from: moment.optional(),
      to: moment.optional(),
    }),
    output: listOf(listed),
  },
});
