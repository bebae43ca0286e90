import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { deviceModels } from './device-life.ts';
import { connectionStates } from './device-live.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { settingModels } from './settings-profiles.ts';

/** Largest number of robots in one rollout. */
export const maxTargets = 200;

/** SYNC copies settings from one robot to others of its model; PROFILE applies a profile. */
export const rolloutKinds = ['SYNC', 'PROFILE'] as const;
export const rolloutStates = ['SCHEDULED', 'STARTED', 'CANCELED'] as const;

/**
 * Progress of one robot. WAITING, SYNCING, APPLIED and FAILED follow the robot. The server sets the others: SAME has these
 * settings already, REFUSED cannot have them, OTHER_MODEL has another model, GONE was deleted.
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
  /** The source robot or profile; the id is null after its deletion. */
  source: named,
  model: z.enum(settingModels),
  /** Null: at once. */
  dueAt: moment.nullable(),
  startedAt: moment.nullable(),
  createdAt: moment,
  by: z.string(),
  /** Empty when the server canceled it because its creator lost the permission. */
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
  /** Why the robot did not apply it. */
  code: z.string(),
  /** Keys with values that are invalid for this robot. */
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
  /** Preview of the changes per target and key; nothing is sent. */
  preview: {
    method: 'POST',
    path: 'service/settingsRollout/preview',
    allow,
    reads: true,
    input: z.strictObject(what),
    output: z.object({ model: z.enum(settingModels), targets: z.array(previewTarget) }),
  },
  /** Starts a rollout now or at `at`. A later start uses the settings of now, as previewed. */
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
  /** Cancels a rollout that has not started. */
  cancel: {
    method: 'POST',
    path: 'service/settingsRollout/cancel',
    allow,
    input: byId,
    output: settingsRollout,
  },
});
