import { isPartTrigger, type PlanTrigger } from '@sweepline/contract';
import type { Tx } from '../../../platform/db/db.ts';
import { readPartForecasts } from '../../devices/care/part-forecast-service.ts';
import { readMeters, type DeviceMeters } from '../../figures/statistics/device-meters-service.ts';
import type { PartReading, Readings } from './due-rules.ts';
import type { MeterReadings } from './maintenance-plan-table.ts';

const known = (values: Partial<Record<keyof MeterReadings, number | null>>): MeterReadings =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const metersOf = (row: DeviceMeters | undefined) => ({
  meters: row
    ? known({
        HOURS: row.hours,
        DISTANCE_KM: row.km,
        AREA_M2: row.areaM2,
        RUNS: row.runs,
        ROBOT_HOURS: row.robotHours,
        ROBOT_KM: row.robotKm,
      })
    : {},
  perDay: row
    ? known({
        HOURS: row.hoursPerDay,
        DISTANCE_KM: row.kmPerDay,
        AREA_M2: row.areaPerDay,
        RUNS: row.runsPerDay,
      })
    : {},
});

export const watchesParts = (triggers: readonly PlanTrigger[]): boolean =>
  triggers.some(({ kind }) => isPartTrigger(kind));

const nothingRead: Readings = { meters: {}, perDay: {}, parts: {} };

/** What these robots reported; their parts only if a plan watches one. */
export async function readReadings(
  db: Tx,
  robots: readonly { id: string; model: string }[],
  { now, withParts }: { now: Date; withParts: boolean },
): Promise<(deviceId: string) => Readings> {
  const ids = [...new Set(robots.map(({ id }) => id))];
  const meters = await readMeters(db, ids, now);
  const forecasts = withParts ? await readPartForecasts(db, robots, now) : undefined;
  const rows = new Map(meters.map((row) => [row.deviceId, row]));
  const readings = new Map(
    ids.map((id) => {
      const forecast = forecasts?.get(id);
      const parts = Object.fromEntries(
        (forecast?.parts ?? []).map(({ id: part, remainingPct, lifeHours }): [string, PartReading] => [
          part,
          {
            remainingPct: remainingPct ?? 0,
            pctPerDay: forecast?.perDay && lifeHours ? (forecast.perDay * 100) / lifeHours : null,
          },
        ]),
      );
      return [id, { ...metersOf(rows.get(id)), parts }] as const;
    }),
  );
  return (deviceId) => readings.get(deviceId) ?? nothingRead;
}
