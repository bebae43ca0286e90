import {
  settingModels,
  type Input,
  type PreviewTarget,
  type settingsRolloutCalls,
} from '@sweepline/contract';
import { can, faultsOf } from '@sweepline/contract/robot';
import { and, asc, eq } from 'drizzle-orm';
import { Refusal, wrongField } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { find, visible, inValues } from '../../platform/db/page.ts';
import { deviceLives } from '../devices/device-live-table.ts';
import { devices } from '../devices/device-table.ts';
import {
  settingsFor,
  settingsOf,
  type SettingsOfDevice,
} from '../device-settings/device-settings-service.ts';
import { differencesOf, portable } from './rollout-rules.ts';
import { settingsProfiles } from './settings-rollout-table.ts';

type From = Input<(typeof settingsRolloutCalls)['preview']>['from'];
type Model = (typeof settingModels)[number];

/** Where settings come from, and what they are. */
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

/** The reported settings of one robot, or a profile's. */
export async function findSource(db: Tx, from: From): Promise<Source> {
  if ('profileId' in from) {
    const { id, companyId, name, model, values, version } = await find(db, settingsProfiles, from.profileId);
    return {
      ...{ kind: 'PROFILE', companyId, sourceId: null, profileId: id, profileVersion: version },
      ...{ sourceName: name, model, values },
    };
  }
  const { id, companyId, nickname, model } = await find(db, devices, from.deviceId);
  if (!isSettingModel(model)) throw new Refusal('notSupported');
  const told = (await settingsOf(db, [id])).get(id);
  if (!told?.reported) throw new Refusal('settingsUnknown', { words: { name: nickname } });
  const values = settingsFor(model, portable(told.reported), told.catalogue);
  return {
    ...{ kind: 'SYNC', companyId, sourceId: id, profileId: null, profileVersion: null },
    ...{ sourceName: nickname, model, values },
  };
}

/** The targets as the caller sees them. One that is not there, or is the source itself, spoils the whole. */
export async function findTargets(db: Tx, source: Source, targetIds: readonly string[]) {
  const ids = [...new Set(targetIds)];
  if (source.sourceId && ids.includes(source.sourceId)) throw wrongField('targetIds', 'the source itself');
  const { id, companyId, nickname, sn, model } = devices;
  const found = await db
    .select({ id, companyId, nickname, sn, model, state: deviceLives.state })
    .from(devices)
    .leftJoin(deviceLives, eq(deviceLives.id, id))
    .where(and(inValues(id, ids), visible(db, devices)))
    .orderBy(asc(nickname), asc(id));
  if (found.length < ids.length) throw wrongField('targetIds', 'no such device');
  return found.map((row) => ({ ...row, state: row.state ?? ('OFFLINE' as const) }));
}
export type Target = Awaited<ReturnType<typeof findTargets>>[number];

/** What a device has, as far as we know: what was wished of it wins over what it said before. */
export const settingsNow = ({ reported, desired }: SettingsOfDevice) => ({ ...reported, ...desired });

/** What would happen on one target. */
export function previewOf(source: Source, target: Target, now: SettingsOfDevice | undefined): PreviewTarget {
  const { id, nickname, sn, model, state } = target;
  const told = (verdict: PreviewTarget['verdict'], more: Partial<PreviewTarget> = {}): PreviewTarget => ({
    ...{ id, nickname, sn, model, state, verdict, differences: [], faults: [], ...more },
  });
  if (model !== source.model || !can(model, 'settings')) return told('OTHER_MODEL');
  const values = settingsFor(model, source.values, now?.catalogue ?? []);
  const faults = Object.keys(faultsOf(model, values, now?.catalogue ?? []));
  if (faults.length > 0) return told('REFUSED', { faults });
  const differences = differencesOf(now ? settingsNow(now) : {}, values);
  return differences.length === 0 ? told('SAME') : told('DIFFERENT', { differences });
}
