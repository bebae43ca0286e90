import type { Consumable } from '@sweepline/contract';
import { partsOf, xReported } from '@sweepline/contract/robot';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { consumableOf, forecastDays, hoursPerDay } from './consumable-rules.ts';

const dayMs = 86_400_000;

/** The wearing parts of a robot, and its hours of wear per day; null when the rate is unknown. */
export interface PartForecasts {
  perDay: number | null;
  parts: Consumable[];
}

/** The wearing parts of many robots, with the same forecast as on the page of one. Robots without a report of parts are left out. */
export async function readPartForecasts(
  db: Tx,
  devices: readonly { id: string; model: string }[],
  now: Date,
): Promise<Map<string, PartForecasts>> {
  const ids = devices.map(({ id }) => id);
  const { cleaningSeconds, areas, startedAt, deviceId } = taskReports;
  const ofDevices = and(inValues(deviceId, ids), visible(db, taskReports));
  const since = new Date(now.getTime() - forecastDays * dayMs).toISOString();
  const [documents, reports, firsts] = await Promise.all([
    db
      .select({ deviceId: deviceDocuments.deviceId, document: deviceDocuments.document })
      .from(deviceDocuments)
      .where(
        and(
          inValues(deviceDocuments.deviceId, ids),
          eq(deviceDocuments.kind, 'REPORTED'),
          visible(db, deviceDocuments),
        ),
      ),
    db
      .select({ deviceId, cleaningSeconds, areas })
      .from(taskReports)
      .where(and(ofDevices, gte(startedAt, since))),
    db
      .select({ deviceId, at: sql<string>`min(${startedAt})` })
      .from(taskReports)
      .where(ofDevices)
      .groupBy(deviceId),
  ]);
  const reportsOf = Map.groupBy(reports, (report) => report.deviceId);
  const firstOf = new Map(firsts.map((row) => [row.deviceId, row.at]));
  const documentOf = new Map(documents.map((row) => [row.deviceId, row.document]));
  return new Map(
    devices.flatMap(({ id, model }) => {
      const worn = xReported.shape.consumables.safeParse(documentOf.get(id)?.['consumables']).data;
      if (!worn || worn.length === 0) return [];
      const perDay = hoursPerDay(model, reportsOf.get(id) ?? [], firstOf.get(id) ?? null, now.getTime());
      const basis = { worn, tanks: undefined, perDay, limits: {}, nowMs: now.getTime() };
      const parts = partsOf(model)
        .map((part) => consumableOf(part, basis))
        .filter(({ kind, remainingPct }) => kind === 'WEAR' && remainingPct !== null);
      return [[id, { perDay, parts }] as const];
    }),
  );
}
