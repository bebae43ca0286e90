import {
  partSpans,
  type Input,
  type maintenancePartCalls,
  type Output,
  type PartForecast,
} from '@sweepline/contract';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { readPartForecasts, type PartForecasts } from '../../devices/care/part-forecast-service.ts';
import { piecesWithin } from './part-rules.ts';

type Filter = Input<(typeof maintenancePartCalls)['forecast']>;
/** Robots that are read at once: their reports of 30 days are in memory meanwhile. */
const batchSize = 200;

const robotsOf = (db: Tx, { companyId, siteId }: Filter, after: string) =>
  db
    .select({
      id: devices.id,
      nickname: devices.nickname,
      sn: devices.sn,
      model: devices.model,
      site: { id: sites.id, name: sites.name },
      companyId: devices.companyId,
      companyName: companies.name,
    })
    .from(devices)
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .leftJoin(companies, eq(companies.id, devices.companyId))
    .where(
      and(
        visible(db, devices),
        inArray(devices.binding, ['ACTIVATED', 'FREEZING', 'FROZEN', 'UNFREEZING']),
        companyId ? eq(devices.companyId, companyId) : undefined,
        siteId ? eq(devices.siteId, siteId) : undefined,
        gt(devices.id, after),
      ),
    )
    .orderBy(asc(devices.id))
    .limit(batchSize);
type Robot = Awaited<ReturnType<typeof robotsOf>>[number];

/** Adds what a robot uses up to the row of its site, model and part. */
function addRobot(rows: Map<string, PartForecast>, robot: Robot, forecast: PartForecasts, filter: Filter) {
  const { site, companyName, model } = robot;
  for (const part of forecast.parts) {
    if (filter.part !== undefined && part.id !== filter.part) continue;
    const [in30, in60, in90] = partSpans.map((days) => piecesWithin(part, forecast.perDay, days));
    if (!in90) continue;
    const key = [robot.companyId, site?.id, model, part.id].join(' ');
    const row = rows.get(key) ?? {
      site,
      companyName: companyName ?? '',
      model,
      part: part.id,
      in30: 0,
      in60: 0,
      in90: 0,
      robots: [],
    };
    row.in30 += in30 ?? 0;
    row.in60 += in60 ?? 0;
    row.in90 += in90;
    const { id, sn, nickname } = robot;
    const remainingPct = part.remainingPct ?? 0;
    const endsOn = remainingPct <= 0 ? null : part.endsOn;
    row.robots.push({ id, sn, name: nickname || sn, remainingPct, endsOn, in90 });
    rows.set(key, row);
  }
}

const nilId = '00000000-0000-0000-0000-000000000000';

/** What the robots of a filter use up, by site, model and part. */
export async function forecastParts(
  db: Tx,
  filter: Filter,
  now: Date,
): Promise<Output<(typeof maintenancePartCalls)['forecast']>> {
  const rows = new Map<string, PartForecast>();
  let count = 0;
  let unknown = 0;
  for (let after: string | undefined = nilId; after !== undefined;) {
    const robots: Robot[] = await robotsOf(db, filter, after);
    const forecasts = await readPartForecasts(db, robots, now);
    for (const robot of robots) {
      const forecast = forecasts.get(robot.id);
      if (!forecast) continue;
      count++;
      if (forecast.perDay === null) unknown++;
      addRobot(rows, robot, forecast, filter);
    }
    after = robots.length < batchSize ? undefined : robots.at(-1)?.id;
  }
  const byNeed = (a: PartForecast, b: PartForecast) =>
    b.in30 - a.in30 || b.in90 - a.in90 || a.part.localeCompare(b.part);
  for (const row of rows.values()) row.robots.sort((a, b) => (a.endsOn ?? '').localeCompare(b.endsOn ?? ''));
  return { list: [...rows.values()].toSorted(byNeed), robots: count, unknown };
}
