import type { deviceSettingCalls, DeviceSettings, Input } from '@sweepline/contract';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, visible } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { sectionConflicts, settingChanges } from '../../../entities/devices/device-settings-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { settingsOf } from './device-settings-service.ts';
import { settingsSection } from './section-service.ts';

/** The settings of one device in the form of the contract. */
export async function readSettings(db: Tx, id: string): Promise<DeviceSettings> {
  const settings = (await settingsOf(db, [id])).get(id);
  const [device] = await db
    .select({ model: devices.model, rotation: devices.mapRotation })
    .from(devices)
    .where(and(eq(devices.id, id), visible(db, devices)));
  if (!settings || !device) throw new Refusal('notFound');
  const conflicts = await db
    .select()
    .from(sectionConflicts)
    .where(and(eq(sectionConflicts.deviceId, id), isNull(sectionConflicts.settledAt)))
    .orderBy(desc(sectionConflicts.at));
  const { version, syncState, code, origin, desired, reported, reportedAt, catalogue } = settings;
  return {
    id,
    version,
    syncState,
    code,
    origin,
    desired,
    reported,
    reportedAt,
    catalogue,
    ...device,
    updatedAt: settings.changedAt,
    updatedBy: settings.changedBy,
    editedAtRobot: settings.reportedStatus === 'LOCAL',
    conflicts: conflicts.map((row) => ({
      id: row.id,
      values: row.document,
      baseVersion: row.baseVersion,
      at: row.at,
    })),
  };
}

/** Changes of one device, optionally of one key. */
export function listChanges(db: Tx, input: Input<(typeof deviceSettingCalls)['changes']>) {
  const where = and(
    visible(db, settingChanges),
    eq(settingChanges.deviceId, input.id),
    eq(settingChanges.section, settingsSection),
    input.key === undefined
      ? undefined
      : sql`${settingChanges.changes} @> ${JSON.stringify([{ key: input.key }])}::jsonb`,
  );
  const rows = db
    .select()
    .from(settingChanges)
    .where(where)
    .orderBy(desc(settingChanges.at), desc(settingChanges.version));
  return paginate(input, rows, counted(db, settingChanges, where));
}
