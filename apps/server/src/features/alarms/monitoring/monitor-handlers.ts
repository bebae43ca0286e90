import { monitorCalls } from '@sweepline/contract';
import { devices } from '../../../entities/devices/device-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { monitorChart } from './monitor-chart.ts';
import { readLiftStatus } from './lift-status.ts';
import { monitorDetail } from './monitor-detail.ts';
import { countEvents, monitoredDevices } from './monitor-list.ts';
import type { MonitorFilters } from './monitor-sql.ts';

/** Refuses sums about records that the caller may not see: a 0 would look like a record without alarms. */
async function checkFilters(db: Tx, { companyId, siteId }: MonitorFilters): Promise<void> {
  if (companyId) await findCompany(db, companyId);
  if (siteId) await find(db, sites, siteId);
}

export const monitorAnswers = answer(monitorCalls, {
  list: ({ db, now }, input) => monitoredDevices(db, input, now()),

  countEventInfo: async ({ db, now }, filters) => {
    await checkFilters(db, filters);
    return await countEvents(db, filters, now());
  },

  chart: async ({ db, now }, input) => {
    await checkFilters(db, input);
    return await monitorChart(db, input, now());
  },

  detail: ({ db, now }, input) => monitorDetail(db, input, now()),

  liftStatus: async ({ db }, { id }) => {
    await find(db, devices, id);
    return { ride: await readLiftStatus(db, id) };
  },
});
