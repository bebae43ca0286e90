import type { AiCollectionState, AiProjectDevice, AiUploadState } from '@sweepline/contract';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { covers } from '../../../entities/ai/ai-collection-service.ts';
import { aiConsents, aiProjectDevices, type AiProjectDeviceRow } from '../../../entities/ai/ai-table.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { deviceJobs } from '../../../entities/devices/device-job-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';

/** Ends that leave what was collected: people ended the collection. */
const endedByPeople: readonly string[] = ['STOPPED', 'CANCELED'];
const openCommands: readonly string[] = ['QUEUED', 'SENT', 'ACCEPTED', 'RUNNING', 'SUCCEEDED'];

interface Facts {
  row: Pick<AiProjectDeviceRow, 'jobId' | 'endedAt' | 'reason' | 'uploaded' | 'uploadedBefore'>;
  command: { status: string; code: string } | null;
  job: Pick<typeof deviceJobs.$inferSelect, 'state' | 'phase' | 'code'> | null;
}

/** Why a collection failed; empty if it did not. */
function reasonOf({ row, command, job }: Facts): string {
  if (row.reason !== '') return row.reason;
  if (job) return job.state === 'FAILED' ? job.code || 'UNKNOWN' : '';
  return command && !openCommands.includes(command.status) ? command.code || command.status : '';
}

/** The collection of a robot: what the server ended, then what the robot's job says, then its command. */
function collectionOf(facts: Facts): AiCollectionState {
  const { row, job } = facts;
  if (row.jobId === null) return 'UNCOLLECTED';
  const reason = reasonOf(facts);
  const isCanceled = endedByPeople.includes(reason) || job?.state === 'CANCELED';
  if (isCanceled) return row.uploaded > 0 ? 'DONE' : 'UNCOLLECTED';
  if (reason !== '') return 'FAILED';
  if (job?.state === 'DONE' || job?.phase === 'TRANSFERRING') return 'DONE';
  return job?.phase === 'COLLECTING' ? 'COLLECTING' : 'WAITING';
}

/** The upload of the original images. */
function uploadOf(facts: Facts): AiUploadState {
  const { row, job } = facts;
  const reason = reasonOf(facts);
  const isCanceled = endedByPeople.includes(reason) || job?.state === 'CANCELED';
  if (row.jobId !== null && reason !== '' && !isCanceled) return 'FAILED';
  const isOver = isCanceled || job?.state === 'DONE';
  if (isOver) return row.uploaded > 0 ? 'DONE' : 'NONE';
  return row.uploaded > row.uploadedBefore || job?.phase === 'TRANSFERRING' ? 'UPLOADING' : 'NONE';
}

const deviceRows = (db: Tx) =>
  db
    .select({
      row: aiProjectDevices,
      device: { nickname: devices.nickname, sn: devices.sn },
      companyName: companies.name,
      siteName: sites.name,
      live: { state: deviceLives.state, networkMode: deviceLives.networkMode },
      command: { status: commands.status, code: commands.code },
      job: deviceJobs,
      consent: aiConsents,
    })
    .from(aiProjectDevices)
    .innerJoin(
      devices,
      and(eq(devices.id, aiProjectDevices.deviceId), eq(devices.companyId, aiProjectDevices.companyId)),
    )
    .innerJoin(companies, eq(companies.id, aiProjectDevices.companyId))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .leftJoin(deviceLives, eq(deviceLives.id, aiProjectDevices.deviceId))
    .leftJoin(commands, eq(commands.id, aiProjectDevices.commandId))
    .leftJoin(
      deviceJobs,
      and(eq(deviceJobs.deviceId, aiProjectDevices.deviceId), eq(deviceJobs.jobId, aiProjectDevices.jobId)),
    )
    .leftJoin(
      aiConsents,
      and(
        eq(aiConsents.siteId, devices.siteId),
        eq(aiConsents.companyId, devices.companyId),
        // The partial index has at most one such row of a site.
        isOpen,
      ),
    )
    .$dynamic();
const isOpen = isNull(aiConsents.withdrawnAt);

export interface DeviceOfProject extends AiProjectDevice {
  projectId: string;
  companyId: string;
}

/** The visible robots of projects with what each collects. */
export async function devicesOf(
  db: Tx,
  projects: readonly { id: string; cameras: (typeof aiProjectDevices.$inferSelect)['cameras'] }[],
  at: string,
): Promise<DeviceOfProject[]> {
  const camerasOf = new Map(projects.map(({ id, cameras }) => [id, cameras]));
  const rows = await deviceRows(db)
    .where(and(inValues(aiProjectDevices.projectId, [...camerasOf.keys()]), visible(db, aiProjectDevices)))
    .orderBy(asc(devices.nickname), asc(aiProjectDevices.id));
  return rows.map(({ row, device, companyName, siteName, live, command, job, consent }) => {
    const facts = { row, command, job };
    const inForce = consent !== null && consent.until > at;
    return {
      ...device,
      projectId: row.projectId,
      companyId: row.companyId,
      deviceId: row.deviceId,
      companyName,
      siteName,
      online: live?.state === 'ONLINE',
      onMobileData: live?.networkMode ? live.networkMode !== 'WIFI' : null,
      hasConsent: inForce && covers(consent, camerasOf.get(row.projectId) ?? []),
      collection: collectionOf(facts),
      upload: uploadOf(facts),
      collected: row.collected === null ? null : row.collected + row.uploadedBefore,
      uploaded: row.uploaded,
      bytes: row.bytes,
      reason: reasonOf(facts),
      waits: job?.endedAt === null && row.endedAt === null ? job.waits : [],
      startedAt: row.startedAt,
      endedAt: row.endedAt ?? job?.endedAt ?? null,
    };
  });
}
