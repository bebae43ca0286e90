import type { AiSection } from '@sweepline/contract/robot';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { consentOf, covers } from '../../../entities/ai/ai-collection-service.ts';
import { aiProjectDevices } from '../../../entities/ai/ai-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import {
  aiSectionName,
  announceSections,
  changeSection,
  hashOf,
  lockSection,
} from '../../devices/settings/section-service.ts';

interface Deps {
  db: Tx;
  now: Clock;
  bus: Bus;
}
type Device = Pick<typeof devices.$inferSelect, 'id' | 'companyId'>;

/** The collections of a robot that its site agrees to, with the maps of that site. */
async function documentOf(db: Tx, device: Device, at: string): Promise<AiSection> {
  const rows = await db
    .select()
    .from(aiProjectDevices)
    .where(
      and(
        eq(aiProjectDevices.deviceId, device.id),
        eq(aiProjectDevices.companyId, device.companyId),
        isNotNull(aiProjectDevices.jobId),
        isNull(aiProjectDevices.endedAt),
      ),
    )
    .orderBy(aiProjectDevices.jobId);
  const collections: AiSection['collections'] = [];
  for (const { jobId, siteId, cameras, until } of rows) {
    if (jobId === null || siteId === null || until === null || until <= at) continue;
    const consent = await consentOf(db, siteId, at);
    if (!consent || !covers(consent, cameras)) continue;
    const found = await db
      .select({ id: maps.id })
      .from(maps)
      .where(and(eq(maps.siteId, siteId), eq(maps.companyId, device.companyId)))
      .orderBy(maps.id);
    const end = consent.until < until ? consent.until : until;
    collections.push({ jobId, cameras, mapIds: found.map(({ id }) => id), until: end });
  }
  return { collections };
}

/**
 * Tells robots for which collections they may take pictures. A desired section reaches a robot that was offline when a consent was
 * withdrawn, where a command would have expired. It must run in the transaction of the change.
 */
export async function renewAiSections(deps: Deps, deviceIds: readonly string[], by: string): Promise<void> {
  if (deviceIds.length === 0) return;
  const { db, now, bus } = deps;
  const rows = await db
    .select({ id: devices.id, companyId: devices.companyId })
    .from(devices)
    .where(inArray(devices.id, [...new Set(deviceIds)].toSorted()))
    .orderBy(devices.id);
  for (const device of rows) {
    const document = await documentOf(db, device, now().toISOString());
    const section = await lockSection(deps, device, aiSectionName);
    if (section.version === 0 && document.collections.length === 0) continue;
    if (section.hash === hashOf({ ...document })) continue;
    const event = { kind: 'edited' as const, document: { ...document } };
    await changeSection(deps, device, aiSectionName, event, { origin: 'CLOUD', by });
    db.afterCommit(() => announceSections(bus, device.id));
  }
}
