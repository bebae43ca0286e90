import { z } from 'zod';
import { calls, moment } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';
import { becauseAt } from '../../grammar/reasons/because.ts';
import { workOrderDetail } from './work-order-entry.ts';
import { workOrderResolutions, workOrderWaits } from './work-order-values.ts';

const words = (max: number) => z.string().trim().min(1).max(max);
const order = { id: z.uuid(), version: z.number().int() };

type ActPermission =
  | 'workOrders'
  | 'orderUpdate'
  | 'orderDispatch'
  | 'orderWork'
  | 'orderResolve'
  | 'orderReopen';
const act = <F extends z.ZodType>(name: string, allow: ActPermission, input: F) => ({
  method: 'POST' as const,
  path: `service/workOrder/${name}`,
  allow: permissions[allow],
  input,
  output: workOrderDetail,
});

/** Moves of a work order and what people add to it. An illegal move is refused with the present state. */
export const workOrderActCalls = calls('workOrders', {
  /** SUBMITTED → PROCESSING; an order in work goes to another person. The time zone of an appointment is that of the site. */
  dispatch: act(
    'dispatch',
    'orderDispatch',
    z.strictObject({
      ...order,
      assigneeId: z.uuid(),
      /** Without it, the number of the account. */
      contactNumber: z.string().trim().max(40).optional(),
      appointment: z
        .strictObject({ from: moment, until: moment })
        .refine(
          ({ from, until }) => Date.parse(from) < Date.parse(until),
          becauseAt('until', 'ENDS_BEFORE_START'),
        )
        .nullable()
        .default(null),
      note: z.string().trim().max(500).default(''),
    }),
  ),
  /** Null ends the waiting. */
  wait: act(
    'wait',
    'orderWork',
    z.strictObject({
      ...order,
      waitingFor: z.enum(workOrderWaits).nullable(),
      note: z.string().trim().max(500).default(''),
    }),
  ),
  comment: act(
    'comment',
    'workOrders',
    z.strictObject({
      id: z.uuid(),
      text: words(2_000),
      /** Read only by the company of the writer and those above; needs the permission of internal notes. */
      internal: z.boolean().default(false),
    }),
  ),
  /** An order that was never dispatched can only be withdrawn, or be a duplicate. */
  resolve: act(
    'resolve',
    'orderResolve',
    z.strictObject({
      ...order,
      resolution: z.enum(workOrderResolutions).exclude(['DUPLICATE']),
      text: z.string().trim().max(2_000).default(''),
    }),
  ),
  /** Resolves an order as a duplicate of another one of the same company. Its pictures and comments are shown there as well. */
  merge: act('merge', 'orderUpdate', z.strictObject({ ...order, intoId: z.uuid() })),
  /** Within `reopenDays` of the resolution. */
  reopen: act('reopen', 'orderReopen', z.strictObject({ ...order, reason: words(500) })),
  /** By the publisher, within `ratingDays` of the resolution. */
  rate: act(
    'rate',
    'workOrders',
    z.strictObject({
      id: z.uuid(),
      rating: z.number().int().min(1).max(5),
      text: z.string().trim().max(500).default(''),
    }),
  ),
});
