import {
  settingModels,
  type Input,
  type PreviewTarget,
  type settingsRolloutCalls,
} from '@sweepline/contract';
import { can, faultsOf } from '@sweepline/contract/robot';
import { and, asc, eq } from 'drizzle-orm';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible, inValues } from '../../../platform/db/page.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { settingsFor, settingsOf, type SettingsOfDevice } from '../settings/device-settings-service.ts';
import { differencesOf, portable } from './rollout-rules.ts';
import { settingsProfiles } from './settings-rollout-table.ts';

type From = Input<(typeof settingsRolloutCalls)['preview']>['from'];
type Model = (typeof settingModels)[number];

/** The origin of settings and their values. */
export interface Source {
  kind: 'SYNC' | 'PROFILE';
  companyId: string;
  sourceId: string | null;
  profileId: string | null;
  profileVersion: number | null;
  sourceName: string;
  model: Model;
  values: Record<string, unknown>;
}

const isSettingModel = (model: string): model is Model => (settingModels as string[]).includes(model);

/** The reported settings of a robot, or the values of a profile. */
export async function findSource(db: Tx, from: From): Promise<Source> {
  if ('profileId' in from) {
    const { id, companyId, name, model, values, version } = await find(db, settingsProfiles, from.profileId);
    return {
      kind: 'PROFILE',
      companyId,
      sourceId: null,
      profileId: id,
      profileVersion: version,
      sourceName: name,
      model,
      values,
    };
  }
  const { id, companyId, nickname, model } = await find(db, devices, from.deviceId);
  if (!isSettingModel(model)) throw new Refusal('notSupported');
  const settings = (await settingsOf(db, [id])).get(id);
  if (!settings?.reported) throw new Refusal('settingsUnknown', { words: { name: nickname } });
  const values = settingsFor(model, portable(settings.reported), settings.catalogue);
  return {
    kind: 'SYNC',
    companyId,
    sourceId: id,
    profileId: null,
    profileVersion: null,
    sourceName: nickname,
    model,
    values,
  };
}

/** The visible targets. Refuses all of them if one is missing or is the source. */
export async function findTargets(db: Tx, source: Source, targetIds: readonly string[]) {
  const ids = [...new Set(targetIds)];
  if (source.sourceId && ids.includes(source.sourceId)) throw wrongField('targetIds', 'SOURCE_AS_TARGET');
  const { id, companyId, nickname, sn } = devices;
  const rows = await db
    .select({ id, companyId, nickname, sn, ...vehicleColumns, state: deviceLives.state })
    .from(devices)
    .leftJoin(deviceLives, eq(deviceLives.id, id))
    .where(and(inValues(id, ids), visible(db, devices)))
    .orderBy(asc(nickname), asc(id));
  if (rows.length < ids.length) throw wrongField('targetIds', 'NO_SUCH_DEVICE');
  return rows.map((row) => ({ ...row, state: row.state ?? ('OFFLINE' as const) }));
}
export type Target = Awaited<ReturnType<typeof findTargets>>[number];

/** The settings of a device as far as known: desired values override reported values. */
export const currentSettings = ({ reported, desired }: SettingsOfDevice) => ({ ...reported, ...desired });

/** The effect of a rollout on one target. */
export function previewOf(source: Source, target: Target, now: SettingsOfDevice | undefined): PreviewTarget {
  const { id, nickname, sn, model, state } = target;
  const previewWith = (
    verdict: PreviewTarget['verdict'],
    more: Partial<PreviewTarget> = {},
  ): PreviewTarget => ({
    id,
    nickname,
    sn,
    model,
    state,
    verdict,
    differences: [],
    faults: [],
    ...more,
  });
  if (model !== source.model || !can(target, 'settings')) return previewWith('OTHER_MODEL');
  const values = settingsFor(model, source.values, now?.catalogue ?? []);
  const faults = Object.keys(faultsOf(model, values, now?.catalogue ?? []));
  if (faults.length > 0) return previewWith('REFUSED', { faults });
  const differences = differencesOf(now ? currentSettings(now) : {}, values);
  return differences.length === 0 ? previewWith('SAME') : previewWith('DIFFERENT', { differences });
}
