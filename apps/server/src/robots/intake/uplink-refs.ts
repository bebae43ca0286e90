import { getTableName, and, inArray, ne, or } from 'drizzle-orm';
import type { XReport } from '@sweepline/contract/robot';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { RunOwner } from '../runs/run-registry.ts';
import { foreignId, unknownId, type IdRefusal } from './uplink-refusals.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';
import { storedFiles } from '../../platform/files/file-table.ts';

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** The references of a report that its sender may use, and the refused ones. */
export interface OwnRefs {
  trajectory: string | null;
  coverage: { mapId: string; fileId: string }[];
  alarmIds: string[];
  refused: IdRefusal[];
}

/**
 * Checks the ids of other records in a report. A file counts if this device uploaded it for its company. An alarm counts
 * unless it belongs to another device: an alarm merged into an earlier row has no row itself.
 */
export async function ownRefs(
  tx: Tx,
  device: RunOwner,
  { files, alarms: alarmIds = [] }: XReport,
): Promise<OwnRefs> {
  const trajectory = isUuid(files?.trajectory) ? files.trajectory : null;
  const coverage = (files?.coverage ?? []).filter(({ fileId }) => isUuid(fileId));
  const fileIds = [...(trajectory === null ? [] : [trajectory]), ...coverage.map(({ fileId }) => fileId)];
  const owners = await fileOwners(tx, device, fileIds);
  const foreignAlarms = await foreignAlarmsOf(tx, device, alarmIds.filter(isUuid));
  const own = (id: string) => owners.get(id) === true;
  return {
    trajectory: trajectory !== null && own(trajectory) ? trajectory : null,
    coverage: coverage.filter(({ fileId }) => own(fileId)),
    alarmIds: alarmIds.filter((id) => !foreignAlarms.has(id)),
    refused: [
      ...fileIds
        .filter((id) => !own(id))
        .map((id) => (owners.has(id) ? foreignId('files', id) : unknownId('files', id))),
      ...[...foreignAlarms].map((id) => foreignId('alarms', id)),
    ],
  };
}

/** For each existing file: whether the device may refer to it, because it uploaded it. */
async function fileOwners(
  tx: Tx,
  { deviceId, companyId }: RunOwner,
  ids: string[],
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.raw<{ id: string; own: boolean }>(
    `select files.id, files.company_id = $2 and files.kind in ('TRAJECTORY', 'COVERAGE') and not exists (
       select from ${getTableName(deviceUploads)} where device_uploads.file_id = files.id
         and (device_uploads.device_id <> $3 or device_uploads.company_id <> $2)) as own
     from ${getTableName(storedFiles)} where files.id = any($1::uuid[])`,
    [ids, companyId, deviceId],
  );
  return new Map(rows.map(({ id, own }) => [id, own]));
}

async function foreignAlarmsOf(
  tx: Tx,
  { deviceId, companyId }: RunOwner,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const foreign = or(ne(alarms.deviceId, deviceId), ne(alarms.companyId, companyId));
  const rows = await tx
    .select({ id: alarms.id })
    .from(alarms)
    .where(and(inArray(alarms.id, ids), foreign));
  return new Set(rows.map(({ id }) => id));
}
