import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { syncStates } from './device-settings.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { models, type ModelName } from '../robot/models.ts';
import { settingKeys } from '../robot/settings.ts';
import { because } from '../grammar/reasons/because.ts';

/** Models that have settings. */
export const settingModels = Object.keys(models) as [ModelName, ...ModelName[]];

const name = z.string().trim().min(1).max(60);
const remark = z.string().trim().max(200);
const values = z
  .partialRecord(z.enum(settingKeys), z.unknown())
  .refine((all) => Object.keys(all).length > 0, because('SETTINGS_EMPTY'));

/** A named set of settings of one model. It has some or all keys, never a PIN. */
export const settingsProfile = z.object({
  id: z.string(),
  name: z.string(),
  remark: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  model: z.enum(settingModels),
  values: z.record(z.string(), z.unknown()),
  /** Devices whose last applied profile is this one; `drifted` counts those that differ from it. */
  devices: z.number().int(),
  drifted: z.number().int(),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type SettingsProfile = z.infer<typeof settingsProfile>;

/** Comparison of a device with its last applied profile. */
export const profileDrift = z.object({
  /** The device's id. */
  id: z.string(),
  nickname: z.string(),
  sn: z.string(),
  model: z.string(),
  /** Null when the profile was deleted; the applied values are still compared. */
  profileId: z.string().nullable(),
  profileName: z.string(),
  /** The profile was changed after it was applied. */
  outdated: z.boolean(),
  appliedAt: moment,
  appliedBy: z.string(),
  syncState: z.enum(syncStates),
  differing: z.array(z.object({ key: z.string(), wanted: z.unknown(), is: z.unknown() })),
});
export type ProfileDrift = z.infer<typeof profileDrift>;

const { deviceGroups, groupSync: allow } = permissions;

export const settingsProfileCalls = calls('settingsProfiles', {
  list: {
    method: 'POST',
    path: 'service/settingsProfile/queryWithPage',
    allow: deviceGroups,
    reads: true,
    input: listInput({
      keyword,
      model: z.enum(settingModels).optional(),
      companyId: z.uuid().optional(),
      sort: sortBy('name', 'updatedAt').optional(),
    }),
    output: listOf(settingsProfile),
  },
  detail: {
    method: 'POST',
    path: 'service/settingsProfile/detail',
    allow: deviceGroups,
    reads: true,
    input: byId,
    output: settingsProfile,
  },
  create: {
    method: 'POST',
    path: 'service/settingsProfile/add',
    allow,
    input: z.strictObject({
      name,
      remark: remark.default(''),
      companyId: z.uuid(),
      model: z.enum(settingModels),
      values,
    }),
    output: settingsProfile,
  },
  update: {
    method: 'POST',
    path: 'service/settingsProfile/update',
    allow,
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      name: name.optional(),
      remark: remark.optional(),
      values: values.optional(),
    }),
    output: settingsProfile,
  },
  /** Deletes a profile; devices keep their settings. */
  remove: {
    method: 'POST',
    path: 'service/settingsProfile/delete',
    allow,
    input: z.strictObject({ id: z.uuid(), version: z.number().int() }),
    output: nothing,
  },
  /** Devices with an applied profile and the keys that differ from it. */
  drift: {
    method: 'POST',
    path: 'service/settingsProfile/drift/queryWithPage',
    allow: deviceGroups,
    reads: true,
    input: listInput({
      keyword,
      profileId: z.uuid().optional(),
      groupId: z.uuid().optional(),
      /** True: only devices that differ. */
      drifted: z.boolean().optional(),
    }),
    output: listOf(profileDrift),
  },
});
