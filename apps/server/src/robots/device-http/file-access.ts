import { getTableName } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import { deviceSections } from '../../entities/devices/device-settings-table.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';
import { deviceMaps } from '../../entities/places/device-map-table.ts';
import { mapVersions } from '../../entities/places/map-version-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import type { StoredFile } from '../../platform/files/files.ts';
import type { RegistrationRow } from '../identity/registry.ts';
import type { RunOwner } from '../runs/run-registry.ts';
import { foreignId, unknownId, type IdRefusal } from '../intake/uplink-refusals.ts';

/**
 * SQL that is true if a device may read the row of `files`; `device` and `company` name it in the statement. It may read what it
 * uploaded itself, what its desired state names, and what an open job names. The file of a job or of a sound may belong to another
 * company: packages are the provider's, and companies above share sounds. The row of a job appears with the robot's reply, so a command that has not failed counts as well.
 */
const isAllowed = (device: string, company: string) => `(
  exists (select from ${getTableName(deviceUploads)} u
    where u.file_id = files.id and u.device_id = ${device} and u.company_id = ${company})
  or files.company_id = ${company} and exists (select from ${getTableName(mapVersions)} v
    join ${getTableName(deviceMaps)} m on m.map_id = v.map_id and m.device_id = ${device} and m.company_id = ${company}
      and v.version in (m.wanted, m.version)
    where v.bundle_file_id = files.id)
  or exists (select from ${getTableName(deviceSections)} s
    where s.device_id = ${device} and s.company_id = ${company} and s.name = 'audio'
      and s.document @> jsonb_build_object('items', jsonb_build_array(jsonb_build_object('fileId', files.id::text))))
  or exists (select from ${getTableName(commands)} c
    left join ${getTableName(deviceJobs)} j on j.device_id = c.device_id and j.job_id::text = c.params ->> 'jobId'
    where c.device_id = ${device} and c.company_id = ${company} and c.type in ('job.ota', 'job.filePush')
      and c.params ->> 'fileId' = files.id::text
      and c.status in ('SENT', 'ACCEPTED', 'RUNNING', 'SUCCEEDED', 'TIMED_OUT')
      and j.ended_at is null))`;

/** The reason why a device may not read a file, asked when an address is signed (docs/protocol/files.md#downloads). */
export async function refusedFile(tx: Tx, device: RunOwner, fileId: string): Promise<IdRefusal | undefined> {
  const [file] = await tx.raw<{ allowed: boolean }>(
    `select ${isAllowed('$3', '$2')} as allowed from ${getTableName(storedFiles)} where files.id = $1`,
    [fileId, device.companyId, device.deviceId],
  );
  if (!file) return unknownId('params.fileId', fileId);
  return file.allowed ? undefined : foreignId('params.fileId', fileId);
}

/** What the check of a signed address and its answer need of a device and a file. */
export interface AddressRow extends RegistrationRow, Pick<StoredFile, 'sha256' | 'mediaType'> {
  /** Null if there is no such file. */
  isAllowed: boolean | null;
  /** A `bigint` of PostgreSQL. */
  bytes: string;
}

const addressRow = `select d.id, d.company_id as "companyId", d.sn, d.manufacturer, d.model, d.protocol, d.nickname, d.binding,
    d.secret_hash as "secretHash", files.sha256, files.media_type as "mediaType", files.bytes,
    case when files.id is not null then ${isAllowed('d.id', 'd.company_id')} end as "isAllowed"
  from ${getTableName(devices)} d left join ${getTableName(storedFiles)} on files.id = $2
  where lower(d.sn) = lower($1) and d.sn = $1`;

/**
 * The device and the file that an address names; undefined if there is no such device. One statement, because a fleet that
 * downloads a package asks for its next pieces at one moment.
 */
export const findAddress = async (tx: Tx, sn: string, fileId: string): Promise<AddressRow | undefined> =>
  (await tx.raw<AddressRow>(addressRow, [sn, fileId]))[0];
