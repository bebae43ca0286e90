import type { PlacedBlock } from '@sweepline/contract';
import { boardLayouts } from '../../../apps/server/src/features/figures/board/board-layout-table.ts';
import { siteTargets } from '../../../apps/server/src/features/figures/targets/site-target-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import type { BuiltSite } from '../build-companies.ts';
import type { PastRun } from '../history.ts';
import type { CompanyKey } from '../people.ts';
import type { PlaceKey } from '../places.ts';

const weekMs = 7 * 86_400_000;
const averagedWeeks = 8;
/** The target is above what the robots cleaned, so that a chart shows the difference. */
const ambition = 1.05;

/** Arrangement of the hospital: what was cleaned comes before everything else. */
const layout: PlacedBlock[] = [
  { block: 'needs', width: 3 },
  { block: 'completion', width: 2, period: 'week' },
  { block: 'online', width: 1, period: 'week' },
  { block: 'area', width: 2, period: 'month' },
  { block: 'taskTypes', width: 1, period: 'month' },
  { block: 'runsNow', width: 3 },
  { block: 'deviceRanking', width: 2, period: 'month' },
  { block: 'electricity', width: 1 },
];

/** Creates the targets and assumptions of the mall, and the arranged data board of the hospital. */
export async function buildBoard(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
  sites: ReadonlyMap<PlaceKey, BuiltSite>,
  runs: readonly PastRun[],
): Promise<void> {
  const stamp = { updatedAt: now().toISOString(), updatedBy: 'system' };
  const { mall, hospital } = companyIds;
  // `buildSites` makes a site for every place.
  const { siteId } = sites.get('mall')!;
  await db.insert(siteTargets).values({
    companyId: mall,
    siteId,
    areaM2PerWeek: weeklyTarget(runs, mall, now().getTime()),
    coverage: 0.9,
    completion: 0.95,
    onlineRate: 0.98,
    doneShare: null,
    manualM2PerHour: 350,
    hourlyWage: 28,
    currency: 'CNY',
    manualLitresPerM2: 0.4,
    manualWhPerM2: 3,
    gCo2PerKwh: 560,
    ...stamp,
  });
  await db.insert(boardLayouts).values({ companyId: hospital, blocks: layout, ...stamp });
}

/** Slightly more than the average week, in hundreds of square metres. */
function weeklyTarget(runs: readonly PastRun[], companyId: string, nowMs: number): number {
  const cleanedM2 = runs
    .filter(
      ({ task, endedAt }) =>
        task.companyId === companyId && endedAt.getTime() > nowMs - averagedWeeks * weekMs,
    )
    .reduce((sum, run) => sum + run.cleanedM2, 0);
  return Math.max(100, Math.ceil(((cleanedM2 / averagedWeeks) * ambition) / 100) * 100);
}
