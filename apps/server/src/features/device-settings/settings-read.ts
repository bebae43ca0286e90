import type { deviceSettingCalls, DeviceSettings, Input } from '@sweepline/contract';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { counted, pageOf, visible, windowOf } from '../../platform/db/page.ts';
import { devices } from '../devices/device-table.ts';
import { sectionConflicts, settingChanges } from './device-settings-table.ts';
import { settingsOf } from './device-settings-service.ts';
import { settingsSection } from './section-service.ts';

/** The settings of one device as the page shows them. */
export async function readSettings(db: Tx, id: string): Promise<DeviceSettings> {
  const found = (await settingsOf(db, [id])).get(id);
  const [device] = await db
    .select({ model: devices.model, rotation: devices.mapRotation })
    .from(devices)
    .where(and(eq(devices.id, id), visible(db, devices)));
  if (!found || !device) throw new Refusal('notFound');
  const conflicts = await db
    .select()
    .from(sectionConflicts)
    .where(and(eq(sectionConflicts.deviceId, id), isNull(sectionConflicts.settledAt)))
    .orderBy(desc(sectionConflicts.at));
  const { version, syncState, code, origin, desired, reported, reportedAt, catalogue } = found;
  return {
    ...{ id, version, syncState, code, origin, desired, reported, reportedAt, catalogue },
    ...device,
    updatedAt: found.changedAt,
    updatedBy: found.changedBy,
    editedAtRobot: found.reportedStatus === 'LOCAL',
    conflicts: conflicts.map((it) => ({
      ...{ id: it.id, values: it.document, baseVersion: it.baseVersion, at: it.at },
    })),
  };
}

/** Changes of one device, of one key where one is asked for. */
export function listChanges(db: Tx, input: Input<(typeof deviceSettingCalls)['changes']>) {
  const { limit, offset } = windowOf(input);
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
  return pageOf(rows.limit(limit).offset(offset), counted(db, settingChanges, where));
}
