import { z } from 'zod';
import { byId, calls, moment } from '../../grammar/call.ts';
import { commandStates } from '../../devices/device-commands.ts';
import { permissions } from '../../grammar/permissions.ts';
import { because } from '../../grammar/reasons/because.ts';
import { checkAnswer, checkItem, checklistLimits } from './checklist-values.ts';
import { orderIdentity } from './work-order-number.ts';

export const workLimits = { labourMinutes: 60 * 24 * 14, parts: 40, quantity: 999, name: 80 } as const;

/** A part that was built in. A wearing part of the robot has a counter, which is reset after the replacement. */
const usedPart = z.object({
  id: z.string(),
  partId: z.string(),
  number: z.string(),
  name: z.string(),
  consumable: z.string().nullable(),
  quantity: z.number(),
  /** The command that resets the counter; null before it was asked for, and for a reader who does not see it. */
  reset: z
    .object({
      id: z.string(),
      status: z.enum(commandStates),
      code: z.string(),
      createdAt: moment,
      endedAt: moment.nullable(),
      expiresAt: moment,
    })
    .nullable(),
});
export type UsedPart = z.infer<typeof usedPart>;

/** What was done for an order. `version` is 0 before the first save. */
export const workOrderWork = z.object({
  orderId: z.string(),
  version: z.number().int(),
  /** Null without a checklist. `version` is the one of the template whose points the order keeps. */
  checklist: z
    .object({
      templateId: z.string(),
      name: z.string(),
      version: z.number().int(),
      items: z.array(checkItem),
      requiresSignature: z.boolean(),
      requiresPhoto: z.boolean(),
    })
    .nullable(),
  answers: z.array(checkAnswer),
  parts: z.array(usedPart),
  /** The minutes of the reader, and of all people whose labour the reader may see. */
  labour: z.object({
    mine: z.number().int().nullable(),
    list: z.array(
      z.object({ name: z.string().nullable(), mine: z.boolean(), minutes: z.number().int(), at: moment }),
    ),
  }),
  /** Of the parts, as far as the reader sees their prices; one entry per currency. */
  cost: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** The customer's signature: drawn, or a typed name without a picture. */
  signature: z.object({ name: z.string(), pictureId: z.string().nullable(), at: moment }).nullable(),
  /** Work orders that failed points made. */
  followUps: z.array(z.object({ itemId: z.string(), id: z.string(), ...orderIdentity })),
  updatedAt: moment.nullable(),
  /** Null where the reader does not see the account. */
  updatedBy: z.string().nullable(),
});
export type WorkOrderWork = z.infer<typeof workOrderWork>;

const workInput = z.strictObject({
  id: z.uuid(),
  /** The version that the work is based on; another one is refused, and `readWork` shows the stored one. */
  version: z.number().int().min(0),
  /** Made by the client for this save: the same save again changes nothing. */
  clientId: z.uuid(),
  /** The points of the template are copied when it is chosen. Null is without a checklist. */
  templateId: z.uuid().nullable(),
  answers: z
    .array(checkAnswer)
    .max(checklistLimits.items)
    .refine(
      (answers) => new Set(answers.map(({ itemId }) => itemId)).size === answers.length,
      because('DUPLICATE_ENTRY'),
    ),
  /** Of the caller; null is no statement. */
  labourMinutes: z.number().int().min(0).max(workLimits.labourMinutes).nullable(),
  parts: z
    .array(z.strictObject({ partId: z.uuid(), quantity: z.number().int().min(1).max(workLimits.quantity) }))
    .max(workLimits.parts)
    .refine(
      (parts) => new Set(parts.map(({ partId }) => partId)).size === parts.length,
      because('DUPLICATE_ENTRY'),
    ),
  signature: z
    .strictObject({
      name: z.string().trim().min(1).max(workLimits.name),
      /** A picture of the order of the kind SIGNATURE. */
      pictureId: z.uuid().nullable(),
    })
    .nullable(),
});

export const workOrderWorkCalls = calls('workOrders', {
  readWork: {
    method: 'POST',
    path: 'service/workOrder/work/detail',
    allow: permissions.workOrders,
    reads: true,
    input: byId,
    output: workOrderWork,
  },
  /** Saves the whole record of an order in work: what is left out is removed. */
  saveWork: {
    method: 'POST',
    path: 'service/workOrder/work',
    allow: permissions.orderWork,
    input: workInput,
    output: workOrderWork,
  },
  /** Keeps the command that resets the counter of a used part, so that the order shows its life. */
  linkReset: {
    method: 'POST',
    path: 'service/workOrder/work/reset',
    allow: permissions.orderWork,
    input: z.strictObject({ id: z.uuid(), usedPartId: z.uuid(), commandId: z.uuid() }),
    output: workOrderWork,
  },
});
