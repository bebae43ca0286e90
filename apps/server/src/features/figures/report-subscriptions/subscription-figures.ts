import { daysBefore, type StatisticsPart, type StatisticsTotals } from '@sweepline/contract';
import { momentOf, laterDate } from '@sweepline/contract/robot';
import type { Tx } from '../../../platform/db/db.ts';
import { countAssists } from '../../alarms/assists/assist-service.ts';
import { readParts, readSteps, readTotals } from '../statistics/statistics-service.ts';
import type { reportSubscriptions } from './subscription-table.ts';

type Row = typeof reportSubscriptions.$inferSelect;

/** Figures of a period in a letter. */
export interface Figures {
  from: string;
  to: string;
  totals: StatisticsTotals;
  before: StatisticsTotals;
  days: { day: string; cleanedM2: number | null }[];
  sites: StatisticsPart[];
  devices: StatisticsPart[];
  assists: { count: number; totalS: number };
}

const maxParts = 5;

/** The first and the last moment of a period of days, in the subscription's time zone. */
const momentsOf = ({ timezone }: Pick<Row, 'timezone'>, days: { from: string; to: string }) => ({
  from: new Date(momentOf(days.from, '00:00', timezone)).toISOString(),
  to: new Date(momentOf(laterDate(days.to, 1), '00:00', timezone) - 1).toISOString(),
});

/** Reads the figures of a subscription within the scope of the transaction. */
export async function readFigures(
  db: Tx,
  row: Pick<Row, 'onlyCompanyId' | 'siteId' | 'deviceIds' | 'timezone'>,
  { from, to }: { from: string; to: string },
): Promise<Figures> {
  const filter = {
    from,
    to,
    companyId: row.onlyCompanyId ?? undefined,
    siteId: row.siteId ?? undefined,
    ...(row.deviceIds.length > 0 && { deviceIds: row.deviceIds }),
  };
  const moments = momentsOf(row, { from, to });
  const [totals, before, steps, sites, devices, assists] = await Promise.all([
    readTotals(db, filter),
    readTotals(db, { ...filter, ...daysBefore(filter) }),
    readSteps(db, filter, 'd.day'),
    readParts(db, filter, 'site'),
    readParts(db, filter, 'device'),
    countAssists(db, { companyId: filter.companyId, siteId: filter.siteId, ...moments }),
  ]);
  return {
    from,
    to,
    totals,
    before,
    days: steps.map(({ step, totals: { cleanedM2 } }) => ({ day: step, cleanedM2 })),
    sites: sites.slice(0, maxParts),
    devices: devices.slice(0, maxParts),
    assists: { count: assists.count, totalS: assists.totalS },
  };
}
