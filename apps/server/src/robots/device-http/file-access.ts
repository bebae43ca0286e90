import { getTableName } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import { deviceUploads } from '../../entities/devices/device-upload-table.ts';
import { deviceMaps } from '../../entities/places/device-map-table.ts';
import { mapVersions } from '../../entities/places/map-version-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import type { RunOwner } from '../runs/run-registry.ts';
import { foreignId, unknownId, type IdRefusal } from '../intake/uplink-refusals.ts';

/** The device ($3) of the company ($2) uploaded the file itself. */
const uploaded = `exists (select from ${getTableName(deviceUploads)} u
  where u.file_id = files.id and u.device_id = $3 and u.company_id = $2)`;

/** A map of the device has the file as the bundle of a version: the desired state names it. */
const ofItsMap = `files.company_id = $2 and exists (select from ${getTableName(mapVersions)} v
  join ${getTableName(deviceMaps)} m on m.map_id = v.map_id and m.device_id = $3 and m.company_id = $2
    and v.version in (m.wanted, m.version)
  where v.bundle_file_id = files.id)`;

/**
 * An open job names the file. The file may belong to another company: packages are the provider's. The job row appears with the
 * robot's reply, so a command that has not failed counts as well.
 */
const ofItsJob = `exists (select from ${getTableName(commands)} c
  left join ${getTableName(deviceJobs)} j on j.device_id = c.device_id and j.job_id::text = c.params ->> 'jobId'
  where c.device_id = $3 and c.company_id = $2 and c.type in ('job.ota', 'job.filePush')
    and c.params ->> 'fileId' = files.id::text
    and c.status in ('SENT', 'ACCEPTED', 'RUNNING', 'SUCCEEDED', 'TIMED_OUT')
    and j.ended_at is null)`;

/**
 * The reason why a device may not read a file. It may read what it uploaded itself, and what an open job or its desired state names;
 * checked when an address is signed and again when it is read (docs/protocol/files.md#downloads).
 */
export async function refusedFile(tx: Tx, device: RunOwner, fileId: string): Promise<IdRefusal | undefined> {
  const [file] = await tx.raw<{ allowed: boolean }>(
    `select (${uploaded}) or (${ofItsMap}) or (${ofItsJob}) as allowed
     from ${getTableName(storedFiles)} where files.id = $1`,
    [fileId, device.companyId, device.deviceId],
  );
  if (!file) return unknownId('params.fileId', fileId);
  return file.allowed ? undefined : foreignId('params.fileId', fileId);
}
