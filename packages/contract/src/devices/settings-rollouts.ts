import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { deviceModels } from './device-life.ts';
import { connectionStates } from './device-live.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { settingModels } from './settings-profiles.ts';

/** As many robots as one rollout reaches. */
export const maxTargets = 200;

/** Settings are copied from one robot to others of its model, or a profile is applied. */
export const rolloutKinds = ['SYNC', 'PROFILE'] as const;
export const rolloutStates = ['SCHEDULED', 'STARTED', 'CANCELED'] as const;

/**
 * How far one robot is. WAITING, SYNCING, APPLIED and FAILED are the robot's own; the others were decided here: it has these
 * settings already, it cannot have them, it is of another model, or it is not there any more.
 */
export const rolloutProgress = [
  'SCHEDULED',
  'WAITING',
  'SYNCING',
  'APPLIED',
  'FAILED',
  'SAME',
  'REFUSED',
  'OTHER_MODEL',
  'GONE',
  'CANCELED',
] as const;
export type RolloutProgress = (typeof rolloutProgress)[number];

const named = z.object({ id: z.string().nullable(), name: z.string() });

export const settingsRollout = z.object({
  id: z.string(),
  kind: z.enum(rolloutKinds),
  state: z.enum(rolloutStates),
  /** The robot or the profile the settings come from; its id is null once it is gone. */
  source: named,
  model: z.enum(settingModels),
  /** Null: at once. */
  dueAt: moment.nullable(),
  startedAt: moment.nullable(),
  createdAt: moment,
  by: z.string(),
  /** Empty where the program ended it: who planned it may not do it any more. */
  canceledBy: z.string().nullable(),
  counts: z.partialRecord(z.enum(rolloutProgress), z.number().int()),
});
export type SettingsRollout = z.infer<typeof settingsRollout>;

const target = {
  id: z.string(),
  nickname: z.string(),
  sn: z.string(),
  model: z.enum(deviceModels),
};

export const rolloutTarget = z.object({
  ...target,
  progress: z.enum(rolloutProgress),
  /** Why the robot did not take it over. */
  code: z.string(),
  /** Keys whose values it cannot have. */
  faults: z.array(z.string()),
});
export type RolloutTarget = z.infer<typeof rolloutTarget>;

const difference = z.object({ key: z.string(), before: z.unknown(), after: z.unknown() });
export const previewTarget = z.object({
  ...target,
  state: z.enum(connectionStates),
  verdict: z.enum(['DIFFERENT', 'SAME', 'REFUSED', 'OTHER_MODEL']),
  differences: z.array(difference),
  faults: z.array(z.string()),
});
export type PreviewTarget = z.infer<typeof previewTarget>;

/** Exactly one source. */
const from = z.union([z.strictObject({ deviceId: z.uuid() }), z.strictObject({ profileId: z.uuid() })]);
const what = { from, targetIds: z.array(z.uuid()).min(1).max(maxTargets) };

const { deviceGroups, groupSync: allow } = permissions;

export const settingsRolloutCalls = calls('settingsRollouts', {
  /** What would change on each target, key by key; nothing is sent. */
  preview: {
    method: 'POST',
    path: 'service/settingsRollout/preview',
    allow,
    reads: true,
    input: z.strictObject(what),
    output: z.object({ model: z.enum(settingModels), targets: z.array(previewTarget) }),
  },
  /** Now, or at `at`: then with the settings as they are now, which are the ones that were previewed. */
  start: {
    method: 'POST',
    path: 'service/settingsRollout/add',
    allow,
    input: z.strictObject({ ...what, at: moment.optional() }),
    output: settingsRollout,
  },
  list: {
    method: 'POST',
    path: 'service/settingsRollout/queryWithPage',
    allow: deviceGroups,
    reads: true,
    input: listInput({
      kind: z.enum(rolloutKinds).optional(),
      state: z.enum(rolloutStates).optional(),
    }),
    output: listOf(settingsRollout),
  },
  detail: {
    method: 'POST',
    path: 'service/settingsRollout/detail',
    allow: deviceGroups,
    reads: true,
    input: byId,
    output: z.object({
      rollout: settingsRollout,
      values: z.record(z.string(), z.unknown()),
      targets: z.array(rolloutTarget),
    }),
  },
  /** One that has not begun. */
  cancel: {
    method: 'POST',
    path: 'service/settingsRollout/cancel',
    allow,
    input: byId,
    output: settingsRollout,
  },
});
