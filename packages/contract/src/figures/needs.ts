import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { bindingStates } from '../devices/device-life.ts';
import { liveFault } from '../devices/device-live.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { actObstacles } from '../robot/acts/robot-acts.ts';
import { needActions, needFixers, needKinds, needReasons } from './need-values.ts';

/** A snooze lasts this long at most, and a hand-over ends after it. */
export const maxSnoozeDays = 30;

/** Made of the kind and the record, so it is the same in every answer. */
const needId = z.string().min(3).max(250);
const named = z.object({ id: z.string(), name: z.string() }).nullable();

export const need = z.object({
  id: z.string(),
  kind: z.enum(needKinds),
  /** 1 to 5 as of alarms, 5 the highest. */
  level: z.number().int(),
  since: moment,
  /** Cleaning lost until now: m² × hours late; null when unknown. */
  lostM2Hours: z.number().nullable(),
  /** The parts of `lostM2Hours`. Of several starts, the hours are the mean by area. */
  lost: z.object({ areaM2: z.number(), lateHours: z.number() }).nullable(),
  /** Null for a robot that belongs to no company yet. */
  companyName: z.string().nullable(),
  device: z.object({ id: z.string(), name: z.string(), sn: z.string(), model: z.string() }).nullable(),
  site: named,
  task: named,
  map: named,
  zone: named,
  /** The name of what it is about: robot, task, zone, card or address. */
  name: z.string(),
  /** The id of the record of the action, where it is none of the above. */
  recordId: z.string().nullable(),
  fixer: z.enum(needFixers),
  action: z.enum(needActions),
  reason: z.object({
    code: z.enum(needReasons),
    params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  }),
  /** Why no robot can be sent to clean now; of an overdue zone, why the first on its map cannot. Null if none is sent. */
  obstacle: z
    .object({
      code: z.enum(actObstacles),
      name: z.string(),
      binding: z.enum(bindingStates),
      faults: z.array(liveFault),
    })
    .nullable(),
  /** How the robot cleans the zone. The version before sends none. */
  how: z.object({ cleaningMode: z.string(), strength: z.string() }).nullable().default(null),
  snoozedUntil: moment.nullable(),
  /** To whom it was handed, else who owns it. The name is null when the reader does not see the account. */
  assigned: z
    .object({
      mine: z.boolean(),
      name: z.string().nullable(),
      at: moment,
      /** False for the owner of an alarm, who is changed on its page. */
      handed: z.boolean(),
    })
    .nullable(),
});
export type Need = z.infer<typeof need>;

/** Everyone signed in may ask; the answer has only the kinds whose records the account may see. */
const allow = 'signedIn' as const;

export const needCalls = calls('needs', {
  /**
   * Ranked by level, then by cleaning lost, then by age. What another person takes care of is not in it, but for alarms of level 5; nor is
   * a need with the cause of another one.
   */
  list: {
    method: 'GET',
    path: 'service/index/needs',
    allow,
    input: listInput({
      kind: z.array(z.enum(needKinds)).max(needKinds.length).optional(),
      /** True: the needs that the caller snoozed, instead of the others. */
      snoozed: z.boolean().default(false),
      /** Only needs handed to the caller. */
      mine: z.boolean().default(false),
      /** True: what others take care of, instead of the rest. */
      others: z.boolean().default(false),
    }),
    output: listOf(need).extend({
      /** All open needs by kind, whatever the filter; kinds without any are left out. */
      kinds: z.array(z.object({ kind: z.enum(needKinds), count: z.number().int() })),
      /** Needs that the caller snoozed. */
      snoozed: z.number().int(),
      /** Needs that others take care of. */
      others: z.number().int(),
    }),
  },
  /** Hides a need from the caller's own list until a moment; null shows it again. */
  snooze: {
    method: 'POST',
    path: 'service/index/needs/snooze',
    allow,
    input: z.strictObject({ id: needId, until: moment.nullable() }),
    output: nothing,
  },
  /** Hands a need to an account, which gets a notice; null takes it back. */
  assign: {
    method: 'POST',
    path: 'service/index/needs/assign',
    allow,
    input: z.strictObject({ id: needId, accountId: z.uuid().nullable() }),
    output: nothing,
  },
  /** Accounts to whom a need can be handed: the caller sees them, and they may see its record. */
  people: {
    method: 'POST',
    path: 'service/index/needs/people',
    allow,
    reads: true,
    input: listInput({ id: needId, keyword }),
    output: listOf(z.object({ id: z.string(), name: z.string(), companyName: z.string() })),
  },
});
