import { readFileSync } from 'node:fs';
import { isUpTopic, isDownTopic } from '@sweepline/contract/robot';
import { parse } from 'yaml';
import { z } from 'zod';
import { faultCodes } from '../../robot/body/faults.ts';
import { durationOf } from '../../wire/connection/net-profile.ts';
import { entry } from '../fleet.ts';
import { UsageError } from '../option-values.ts';

/** A time such as 30s or 2m, in seconds of the real clock. */
const duration = z.string().transform((text, context) => {
  const seconds = durationOf(text);
  if (seconds === undefined) context.addIssue(`${text}: a time such as 30s`);
  return seconds ?? 0;
});
const fault = z.string().refine((code) => faultCodes.includes(code), `one of ${faultCodes.join(', ')}`);
const topic = z.string().refine((name) => isUpTopic(name) || isDownTopic(name), 'no topic of the protocol');
const call = z.strictObject({
  path: z.string().startsWith('/'),
  body: z.record(z.string(), z.unknown()).default({}),
  /** The code of the expected answer. */
  code: z.number().default(200),
});

const action = z.union([
  z.enum(['hmi.start', 'hmi.pause', 'hmi.resume', 'hmi.stop', 'hmi.update', 'hmi.pauseUpdate']),
  z.strictObject({ 'hmi.start': z.strictObject({ area: z.string() }) }),
  z.strictObject({ 'hmi.edit': z.record(z.string(), z.unknown()) }),
  z.strictObject({ fault }),
  z.strictObject({ resolve: fault }),
  z.strictObject({ 'net.cut': duration }),
  /** Metres and degrees: a person pushes the robot there. */
  z.strictObject({ move: z.tuple([z.number(), z.number(), z.number()]) }),
  z.strictObject({ 'server.call': call }),
]);
export type Action = z.infer<typeof action>;

/** Conditions that hold at the same time; `message` holds once a message with these fields was sent or received. */
const condition = z
  .strictObject({
    mode: z.string().optional(),
    phase: z.string().optional(),
    order: z.enum(['active', 'none']).optional(),
    run: z.string().optional(),
    alarm: fault.optional(),
    noAlarm: fault.optional(),
    message: z.strictObject({ topic, fields: z.record(z.string(), z.unknown()).default({}) }).optional(),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'nothing to wait for');
export type Condition = z.infer<typeof condition>;

const step = z
  .strictObject({
    /** Serial number; the first robot if left out. */
    robot: z.string().optional(),
    /** Since the start of the scenario. */
    at: duration.optional(),
    /** Since the step before. */
    after: duration.optional(),
    when: condition.optional(),
    do: action.optional(),
    expect: condition.optional(),
    within: duration.default(30),
  })
  .refine((fields) => (fields.do === undefined) !== (fields.expect === undefined), 'either do or expect');
export type Step = z.infer<typeof step>;

const scenario = z.strictObject({ robots: z.array(entry).min(1), steps: z.array(step).min(1) });
export type Scenario = z.infer<typeof scenario>;

/** Reads a scenario. Throws a UsageError that names the wrong field. */
export function readScenario(path: string): Scenario {
  let document: unknown;
  try {
    document = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  const parsed = scenario.safeParse(document);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(`${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
  }
  const serials = new Set(parsed.data.robots.map(({ sn }) => sn));
  const stranger = parsed.data.steps.find(({ robot }) => robot !== undefined && !serials.has(robot));
  if (stranger) throw new UsageError(`${path}: no robot ${stranger.robot ?? ''}`);
  return parsed.data;
}
