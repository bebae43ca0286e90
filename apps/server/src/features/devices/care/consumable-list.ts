import type { deviceCareCalls, Output } from '@sweepline/contract';
import { partsOf, xReported } from '@sweepline/contract/robot';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { limitsOf, limitsSectionOf } from './consumable-limits.ts';
import { consumableOf, forecastDays, hoursPerDay, type Worn } from './consumable-rules.ts';

const dayMs = 86_400_000;

/** The last reported parts of the robot, as far as they are readable. */
const wornOf = (document: Record<string, unknown> | undefined): readonly Worn[] =>
  xReported.shape.consumables.safeParse(document?.['consumables']).data ?? [];

/** The parts of one device with the forecast of their end at the current rate of wear. */
export async function readConsumables(
  db: Tx,
  id: string,
  now: Date,
): Promise<Output<typeof deviceCareCalls.consumables>> {
  const { model } = await find(db, devices, id);
  const since = new Date(now.getTime() - forecastDays * dayMs).toISOString();
  const { cleaningSeconds, areas, startedAt, deviceId } = taskReports;
  const ofDevice = and(visible(db, taskReports), eq(deviceId, id));
  const [[reported], [row], reports, [first], section] = await Promise.all([
    db
      .select()
      .from(deviceDocuments)
      .where(and(eq(deviceDocuments.deviceId, id), eq(deviceDocuments.kind, 'REPORTED'))),
    db.select({ live: deviceLives.live }).from(deviceLives).where(eq(deviceLives.id, id)),
    db
      .select({ cleaningSeconds, areas })
      .from(taskReports)
      .where(and(ofDevice, gte(startedAt, since))),
    db
      .select({ at: sql<string | null>`min(${startedAt})` })
      .from(taskReports)
      .where(ofDevice),
    limitsSectionOf(db, id),
  ]);
  const perDay = hoursPerDay(model, reports, first?.at ?? null, now.getTime());
  const basis = {
    worn: wornOf(reported?.document),
    tanks: row?.live.tanks?.value,
    perDay,
    limits: limitsOf(section),
    nowMs: now.getTime(),
  };
  return {
    at: reported?.changedAt ?? null,
    hoursPerDay: perDay,
    version: section?.version ?? 0,
    syncState: section?.state ?? 'IN_SYNC',
    code: section?.code ?? '',
    list: partsOf(model).map((part) => consumableOf(part, basis)),
  };
}
