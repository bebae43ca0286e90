import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import {
  elevatorLimits,
  elevatorTestOutcomes,
  elevatorTestStates,
  elevatorTestSteps,
} from './elevator-values.ts';

const step = z.object({
  step: z.enum(elevatorTestSteps),
  startedAt: moment,
  /** Null while it runs. */
  endedAt: moment.nullable(),
  outcome: z.enum(elevatorTestOutcomes).nullable(),
  /** What the module says about a refusal, in its own words. */
  detail: z.string(),
});
export type ElevatorTestStepRow = z.infer<typeof step>;

/** A ride of a car without a robot, kept as a protocol: each step with its time. */
export const elevatorTest = z.object({
  id: z.string(),
  elevatorId: z.string(),
  carId: z.string(),
  from: z.string(),
  to: z.string(),
  state: z.enum(elevatorTestStates),
  steps: z.array(step),
  startedAt: moment,
  startedBy: z.string(),
  endedAt: moment.nullable(),
});
export type ElevatorTest = z.infer<typeof elevatorTest>;

const label = z.string().trim().min(1).max(elevatorLimits.labelLength);
const path = 'service/elevator/test';

export const elevatorTestCalls = calls('elevatorTests', {
  /** The newest first. */
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: permissions.elevators,
    reads: true,
    input: listInput({ elevatorId: z.uuid() }),
    output: listOf(elevatorTest),
  },
  /** Reserves a car, calls it, holds its door, rides, closes and releases it. Answers at once. */
  start: {
    method: 'POST',
    path,
    allow: permissions.elevatorCommission,
    input: z.strictObject({
      elevatorId: z.uuid(),
      carId: z.string().min(1).max(32),
      from: label,
      to: label,
    }),
    output: elevatorTest,
  },
});
