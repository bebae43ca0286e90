import { Readable } from 'node:stream';
import { maintenancePartCalls, type PartForecast, csvLine, csvMark } from '@sweepline/contract';
import { findCompany } from '../../../entities/people/company-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { find } from '../../../platform/db/page.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { forecastParts } from './part-forecast.ts';

/** The columns of the file: one line per site, model and part. */
const columns: Record<string, (row: PartForecast) => string | number | null> = {
  company: ({ companyName }) => companyName,
  site: ({ site }) => site?.name ?? null,
  model: ({ model }) => model,
  part: ({ part }) => part,
  in30: ({ in30 }) => in30,
  in60: ({ in60 }) => in60,
  in90: ({ in90 }) => in90,
  robots: ({ robots }) => robots.map(({ name }) => name).join('; '),
};

async function checkFilter(
  db: Tx,
  { companyId, siteId }: { companyId?: string | undefined; siteId?: string | undefined },
) {
  if (companyId) await findCompany(db, companyId);
  if (siteId) await find(db, sites, siteId);
}

export const maintenancePartAnswers = answer(maintenancePartCalls, {
  forecast: async ({ db, now }, input) => {
    await checkFilter(db, input);
    return await forecastParts(db, input, now());
  },

  export: async ({ db, now }, input) => {
    await checkFilter(db, input);
    const { list } = await forecastParts(db, input, now());
    const lines = list.map((row) => csvLine(Object.values(columns).map((cell) => cell(row))));
    return {
      mediaType: 'text/csv; charset=utf-8',
      fileName: `parts-${now().toISOString().slice(0, 10)}.csv`,
      open: () => Readable.from([`${csvMark}${csvLine(Object.keys(columns))}`, ...lines]),
    };
  },
});
