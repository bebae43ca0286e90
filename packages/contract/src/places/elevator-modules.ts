import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { levelPattern } from '../robot/wire.ts';
import { elevatorLimits, moduleTypes } from './elevator-values.ts';

/** A controller of a project: it speaks for its elevators. */
export const elevatorModule = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  number: z.string(),
  serial: z.string(),
  manufacturer: z.string(),
  type: z.enum(moduleTypes),
  /** Of its software, as it says; null before its first word. */
  softwareVersion: z.string().nullable(),
  online: z.boolean(),
  /** Its last word, at most a minute late; null before the first. */
  lastSeenAt: moment.nullable(),
  elevators: z.array(z.object({ id: z.string(), name: z.string() })),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type ElevatorModule = z.infer<typeof elevatorModule>;

const level = z.string().trim().regex(levelPattern);
const fields = {
  number: z.string().trim().min(1).max(elevatorLimits.numberLength),
  /** Serial number and manufacturer are levels of its topics. */
  serial: level,
  manufacturer: level,
  type: z.enum(moduleTypes),
};

const { elevators, elevatorUpdate, elevatorDelete } = permissions;
const path = 'service/elevatorModule';

export const elevatorModuleCalls = calls('elevatorModules', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: elevators,
    reads: true,
    input: listInput({ keyword, projectId: z.uuid().optional() }),
    output: listOf(elevatorModule),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: elevators,
    reads: true,
    input: byId,
    output: elevatorModule,
  },
  /** The secret is only in this answer. */
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: elevatorUpdate,
    input: z.strictObject({ projectId: z.uuid(), ...fields }),
    output: z.object({ module: elevatorModule, secret: z.string() }),
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: elevatorUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...fields }),
    output: elevatorModule,
  },
  /** Another secret, only in this answer; the earlier one ends at once. */
  renewSecret: {
    method: 'POST',
    path: `${path}/secret/renew`,
    allow: elevatorUpdate,
    input: byId,
    output: z.object({ module: elevatorModule, secret: z.string() }),
  },
  remove: { method: 'POST', path: `${path}/delete`, allow: elevatorDelete, input: byId, output: nothing },
});
