import { createHash } from 'node:crypto';
import {
  builtInServiceLevels,
  type BusinessHours,
  type ServiceLevelField,
  type ServiceLevelRules,
} from '@sweepline/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { holidays } from '../../../entities/work/schedule-table.ts';
import { serviceLevels, type ServiceLevelRow } from '../../../entities/service/service-level-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import type { BusinessCalendar } from './business-time-rules.ts';

const fields = Object.keys(builtInServiceLevels) as ServiceLevelField[];

/** The rules of these choices, the nearest company last: each field is the last choice, or else the built-in one. */
export function serviceRulesOf(choices: readonly Partial<ServiceLevelRow>[]): ServiceLevelRules {
  const rules: Record<string, unknown> = { ...builtInServiceLevels };
  for (const choice of choices) for (const field of fields) rules[field] = choice[field] ?? rules[field];
  // Each field has the type of its column, which is the type of the rule.
  return rules as ServiceLevelRules;
}

/** The choices that apply to a company. */
export interface ServiceChoices {
  /** Of the companies above it, from the provider down. */
  above: ServiceLevelRow[];
  own: ServiceLevelRow | undefined;
}

/** The choices of these companies and of those above them, by company. */
export async function serviceChoicesOf(
  tx: Tx,
  companyIds: readonly string[],
): Promise<Map<string, ServiceChoices>> {
  const found = new Map<string, ServiceChoices>(companyIds.map((id) => [id, { above: [], own: undefined }]));
  const rows = await tx
    .select({ id: companies.id, level: serviceLevels })
    .from(companies)
    .innerJoin(
      serviceLevels,
      eq(
        serviceLevels.companyId,
        sql`any(string_to_array(trim(trailing '/' from ${companies.path}), '/')::uuid[])`,
      ),
    )
    .where(inValues(companies.id, companyIds))
    .orderBy(sql`strpos(${companies.path}, ${serviceLevels.companyId}::text)`);
  for (const { id, level } of rows) {
    const choices = found.get(id)!;
    if (level.companyId === id) choices.own = level;
    else choices.above.push(level);
  }
  return found;
}

/** Where an order belongs. */
export interface Place {
  companyId: string;
  siteId: string | null;
}
export const placeKey = ({ companyId, siteId }: Place) => `${companyId} ${siteId ?? ''}`;

/** The rules and the business calendar of a place. */
export interface PlaceClock {
  rules: ServiceLevelRules;
  calendar: BusinessCalendar;
  /** Changes with rules, hours, zone and holidays; empty without a target. */
  key: string;
}

/** Changes when the same rules mean another time than before, so that stored clocks are computed again. */
const ruleNumbering = 'ISO 8601 weekdays';

const hasTarget = ({ general, serious, fatal }: ServiceLevelRules) =>
  [general, serious, fatal].some((it) => it.respondMinutes !== null || it.resolveMinutes !== null);

function clockOfPlace(rules: ServiceLevelRules, zone: string | undefined, dates: string[]): PlaceClock {
  const { windows, timezone }: BusinessHours = rules.hours;
  const calendar = { windows, timezone: timezone ?? zone ?? 'UTC', holidays: new Set(dates) };
  const content = JSON.stringify([ruleNumbering, rules, calendar.timezone, dates]);
  const key = hasTarget(rules) ? createHash('sha256').update(content).digest('hex').slice(0, 16) : '';
  return { rules, calendar, key };
}

const companyIdsOf = (places: readonly Place[]) => [...new Set(places.map(({ companyId }) => companyId))];

/** Rules and calendars of these places, by `placeKey`. */
export async function placeClocksOf(tx: Tx, places: readonly Place[]): Promise<Map<string, PlaceClock>> {
  const companyIds = companyIdsOf(places);
  const choices = await serviceChoicesOf(tx, companyIds);
  const rules = new Map(
    [...choices].map(([id, { above, own }]) => [id, serviceRulesOf(own ? [...above, own] : above)]),
  );
  // Only companies with a target need zones and holidays.
  const withTarget = places.filter(({ companyId }) => hasTarget(rules.get(companyId)!));
  const siteIds = [...new Set(withTarget.flatMap(({ siteId }) => siteId ?? []))];
  const [zones, days] = await Promise.all([
    siteIds.length === 0
      ? []
      : tx.select({ id: sites.id, timezone: sites.timezone }).from(sites).where(inValues(sites.id, siteIds)),
    withTarget.length === 0
      ? []
      : tx
          .select()
          .from(holidays)
          .where(inValues(holidays.companyId, companyIdsOf(withTarget)))
          .orderBy(asc(holidays.date)),
  ]);
  const zoneOf = new Map(zones.map(({ id, timezone }) => [id, timezone]));
  const daysOf = ({ companyId, siteId }: Place) =>
    days
      .filter((it) => it.companyId === companyId && (it.siteId === null || it.siteId === siteId))
      .map(({ date }) => date);
  return new Map(
    places.map((place) => [
      placeKey(place),
      clockOfPlace(rules.get(place.companyId)!, zoneOf.get(place.siteId ?? ''), daysOf(place)),
    ]),
  );
}
