import { xReported, type Camera } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { consentOf, covers } from '../../../entities/ai/ai-collection-service.ts';
import type { AiProjectRow } from '../../../entities/ai/ai-table.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { can } from '@sweepline/contract/robot';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { settingsSection } from '../../devices/settings/section-service.ts';

/** A robot that may be asked to collect. */
export interface Collector {
  id: string;
  companyId: string;
  nickname: string;
  siteId: string;
}

const namesOf = (rows: readonly { nickname: string }[]) => rows.map(({ nickname }) => nickname).join(' · ');

/** The cameras that a robot says it has. */
async function camerasOf(db: Tx, deviceId: string): Promise<readonly string[]> {
  const [row] = await db
    .select({ document: deviceDocuments.document })
    .from(deviceDocuments)
    .where(and(eq(deviceDocuments.deviceId, deviceId), eq(deviceDocuments.kind, 'REPORTED')));
  return xReported.shape.cameras.parse(row?.document['cameras']) ?? [];
}

/** Whether the settings of a robot allow the collection: not as long as nothing says so. */
async function isAllowed(db: Tx, deviceId: string): Promise<boolean> {
  const [section] = await db
    .select({ document: deviceSections.document, reported: deviceSections.reportedDocument })
    .from(deviceSections)
    .where(and(eq(deviceSections.deviceId, deviceId), eq(deviceSections.name, settingsSection)));
  const setting = section?.document['aiCollectAllowed'] ?? section?.reported?.['aiCollectAllowed'];
  return setting === true && section?.reported?.['aiCollectAllowed'] !== false;
}

const hasAll = (own: readonly string[], cameras: readonly Camera[]) =>
  cameras.every((camera) => own.includes(camera));

/** The robots of a start. Refuses all of them if one cannot, may not, or stands on a site without consent. */
export async function collectorsOf(
  db: Tx,
  project: Pick<AiProjectRow, 'cameras' | 'until'>,
  deviceIds: readonly string[],
  at: string,
): Promise<Collector[]> {
  const { id, companyId, nickname, siteId } = devices;
  const rows = await db
    .select({ id, companyId, nickname, siteId, siteName: sites.name, vehicle: vehicleColumns })
    .from(devices)
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .where(and(inValues(devices.id, deviceIds), visible(db, devices)));
  if (rows.length < new Set(deviceIds).size) throw new Refusal('notFound');
  const off: { nickname: string }[] = [];
  const sitesWithout = new Set<string>();
  for (const row of rows) {
    if (!can(row.vehicle, 'aiCollect') || !hasAll(await camerasOf(db, row.id), project.cameras))
      throw new Refusal('notSupported');
    if (!(await isAllowed(db, row.id))) off.push(row);
    const consent = row.siteId === null ? undefined : await consentOf(db, row.siteId, at);
    if (!covers(consent, project.cameras)) sitesWithout.add(row.siteName ?? row.nickname);
  }
  if (sitesWithout.size > 0)
    throw new Refusal('consentMissing', { words: { names: [...sitesWithout].join(' · ') } });
  if (off.length > 0) throw new Refusal('collectionOff', { words: { names: namesOf(off) } });
  return rows.flatMap(({ siteId: site, ...row }) => (site === null ? [] : [{ ...row, siteId: site }]));
}
