import type { Input, settingsProfileCalls, SettingsProfile } from '@sweepline/contract';
import { and, asc, eq, getTableColumns, ilike, or, sql, type SQL } from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, visible, inValues } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { settingsOf } from '../settings/device-settings-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { driftOf } from './rollout-rules.ts';
import { currentSettings } from './rollout-source.ts';
import { profileUses, settingsProfiles } from './settings-rollout-table.ts';

type ListInput = Input<(typeof settingsProfileCalls)['list']>;
type DriftInput = Input<(typeof settingsProfileCalls)['drift']>;

const sectionOfUse = and(
  eq(deviceSections.deviceId, profileUses.deviceId),
  eq(deviceSections.name, 'settings'),
);
/** At least one key of the profile differs from the device. JSONB compares numbers and objects by value. */
const differs = sql`exists (select from jsonb_each(${profileUses.values}) it
  where (coalesce(${deviceSections.reportedDocument}, '{}') || ${deviceSections.document}) -> it.key is distinct from it.value)`;
/** Excludes devices that moved to another company since the profile was applied. */
const sameOwner = eq(profileUses.companyId, devices.companyId);

async function usesOf(db: Tx, ids: readonly string[]) {
  const number = (value: SQL) => sql<number>`count(*) filter (where ${value})`.mapWith(Number);
  return await db
    .select({ id: profileUses.profileId, devices: number(sql`true`), drifted: number(differs) })
    .from(profileUses)
    .innerJoin(devices, and(eq(devices.id, profileUses.deviceId), sameOwner))
    .leftJoin(deviceSections, sectionOfUse)
    .where(and(inValues(profileUses.profileId, ids), visible(db, devices)))
    .groupBy(profileUses.profileId);
}

/** Profiles in the form of the contract, in the order of the ids. */
async function readProfiles(db: Tx, ids: readonly string[]): Promise<SettingsProfile[]> {
  const { createdAt: _, ...columns } = getTableColumns(settingsProfiles);
  const [rows, uses] = await Promise.all([
    db
      .select({ ...columns, companyName: companies.name })
      .from(settingsProfiles)
      .innerJoin(companies, eq(companies.id, settingsProfiles.companyId))
      .where(and(inValues(settingsProfiles.id, ids), visible(db, settingsProfiles))),
    usesOf(db, ids),
  ]);
  return ids.flatMap((id) => {
    const row = rows.find((profile) => profile.id === id);
    const use = uses.find(({ id: profileId }) => profileId === id);
    return row ? [{ ...row, devices: use?.devices ?? 0, drifted: use?.drifted ?? 0 }] : [];
  });
}

export async function readProfile(db: Tx, id: string): Promise<SettingsProfile> {
  const [profile] = await readProfiles(db, [id]);
  if (!profile) throw new Refusal('notFound');
  return profile;
}

const sortable = { name: sql`lower(${settingsProfiles.name})`, updatedAt: settingsProfiles.updatedAt };

/** One page of profiles. */
export async function listProfiles(db: Tx, input: ListInput) {
  const { id, name, remark, model, companyId } = settingsProfiles;
  const text = input.keyword && contains(input.keyword);
  const where = and(
    visible(db, settingsProfiles),
    text ? or(ilike(name, text), ilike(remark, text)) : undefined,
    input.model && eq(model, input.model),
    input.companyId ? eq(companyId, input.companyId) : undefined,
  );
  const rows = db
    .select({ id })
    .from(settingsProfiles)
    .where(where)
    .orderBy(...orderBy(sortable, input.sort ?? 'name', id));
  const { list, total } = await paginate(input, rows, counted(db, settingsProfiles, where));
  return {
    list: await readProfiles(
      db,
      list.map((row) => row.id),
    ),
    total,
  };
}

/** One page of devices with a profile, and the keys that differ from it. */
export async function listDrift(db: Tx, input: DriftInput) {
  const { id, nickname, sn, model } = devices;
  const text = input.keyword && contains(input.keyword);
  const where = and(
    visible(db, devices),
    text ? or(ilike(nickname, text), ilike(sn, text)) : undefined,
    input.profileId ? eq(profileUses.profileId, input.profileId) : undefined,
    input.groupId ? eq(devices.groupId, input.groupId) : undefined,
    input.drifted === undefined ? undefined : input.drifted ? differs : sql`not ${differs}`,
  );
  const use = and(eq(profileUses.deviceId, id), sameOwner);
  const rows = db
    .select({ id, nickname, sn, model, use: profileUses, version: settingsProfiles.version })
    .from(devices)
    .innerJoin(profileUses, use)
    .leftJoin(deviceSections, sectionOfUse)
    .leftJoin(settingsProfiles, eq(settingsProfiles.id, profileUses.profileId))
    .where(where)
    .orderBy(asc(nickname), asc(id));
  const total = db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(devices)
    .innerJoin(profileUses, use)
    .leftJoin(deviceSections, sectionOfUse)
    .where(where)
    .then(([row]) => row?.total ?? 0);
  const page = await paginate(input, rows, total);
  const now = await settingsOf(
    db,
    page.list.map((row) => row.id),
  );
  const list = page.list.map(({ use: applied, version, ...device }) => {
    const settings = now.get(device.id);
    const { profileId, profileName, appliedAt, appliedBy, profileVersion } = applied;
    return {
      ...device,
      profileId,
      profileName,
      appliedAt,
      appliedBy,
      outdated: version !== null && version !== profileVersion,
      syncState: settings?.syncState ?? ('IN_SYNC' as const),
      differing: driftOf(applied.values, settings ? currentSettings(settings) : {}),
    };
  });
  return { list, total: page.total };
}
