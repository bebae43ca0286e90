import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { doorStates } from '../robot/elevator-wire.ts';
import { levelPattern } from '../robot/wire.ts';
import { doorActs, doorKinds, doorLimits, doorOutcomes } from './door-values.ts';

/** A door or gate that a module opens for robots and people. */
export const accessDoor = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  siteName: z.string(),
  /** The `doorId` of the module. */
  number: z.string(),
  name: z.string(),
  kind: z.enum(doorKinds),
  module: z.object({ id: z.string(), number: z.string(), online: z.boolean() }).nullable(),
  /** What the module last said; unknown before its first word. */
  state: z.enum(doorStates),
  fault: z.string().nullable(),
  changedAt: moment.nullable(),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type AccessDoor = z.infer<typeof accessDoor>;

/** One request to open or close a door, with what came of it. */
export const doorRecord = z.object({
  id: z.string(),
  doorId: z.string(),
  doorName: z.string(),
  siteName: z.string(),
  act: z.enum(doorActs),
  by: z.string(),
  reason: z.string(),
  requestedAt: moment,
  openedAt: moment.nullable(),
  closedAt: moment.nullable(),
  /** Null while it is under way. */
  outcome: z.enum(doorOutcomes).nullable(),
  /** What the module says about a refusal, in its own words. */
  detail: z.string(),
});
export type DoorRecord = z.infer<typeof doorRecord>;

const fields = {
  number: z.string().trim().regex(levelPattern),
  name: z.string().trim().min(1).max(60),
  kind: z.enum(doorKinds),
  moduleId: z.uuid().nullable().default(null),
};
const { doors, doorOperate, elevatorUpdate, elevatorDelete } = permissions;
const path = 'service/door';
const reason = z.string().trim().min(1).max(300);

export const doorCalls = calls('doors', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: doors,
    reads: true,
    input: listInput({ keyword, projectId: z.uuid().optional(), siteId: z.uuid().optional() }),
    output: listOf(accessDoor),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: doors,
    reads: true,
    input: byId,
    output: accessDoor,
  },
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: elevatorUpdate,
    input: z.strictObject({ projectId: z.uuid(), ...fields }),
    output: accessDoor,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: elevatorUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...fields }),
    output: accessDoor,
  },
  remove: { method: 'POST', path: `${path}/delete`, allow: elevatorDelete, input: byId, output: nothing },
  /** Answers at once; the record tells what came of it. */
  open: {
    method: 'POST',
    path: `${path}/open`,
    allow: doorOperate,
    input: z.strictObject({
      id: z.uuid(),
      seconds: z
        .number()
        .int()
        .min(doorLimits.openS.min)
        .max(doorLimits.openS.max)
        .default(doorLimits.openS.usual),
      reason,
    }),
    output: doorRecord,
  },
  close: {
    method: 'POST',
    path: `${path}/close`,
    allow: doorOperate,
    input: z.strictObject({ id: z.uuid(), reason }),
    output: doorRecord,
  },
});

const filters = { keyword, doorId: z.uuid().optional(), act: z.enum(doorActs).optional() };

export const doorRecordCalls = calls('doorRecords', {
  /** The newest first. */
  list: {
    method: 'POST',
    path: 'service/doorRecord/queryWithPage',
    allow: doors,
    reads: true,
    input: listInput({ ...filters, from: moment.optional(), to: moment.optional() }),
    output: listOf(doorRecord),
  },
  /** At most a month, newest first, as CSV. */
  export: {
    method: 'POST',
    path: 'service/doorRecord/export',
    kind: 'bytes',
    allow: doors,
    reads: true,
    input: z.strictObject({ ...filters, from: moment, to: moment }),
    output: z.unknown(),
  },
});
