import { topics } from '@sweepline/contract';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { clockOf } from './order-clock-rules.ts';
import { pausesOf, readingOf } from './order-clock-service.ts';
import { placeClocksOf, placeKey, type Place, type PlaceClock } from './service-level-read-service.ts';

export interface Needs {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** Orders of one transaction. */
const batchSize = 200;
const isOpen = ne(workOrders.state, 'RESOLVED');

/** Places with open orders, and the keys with which their clocks were computed. */
const openPlaces = (tx: Tx) =>
  tx
    .selectDistinct({
      companyId: workOrders.companyId,
      siteId: workOrders.siteId,
      clockKey: workOrders.clockKey,
    })
    .from(workOrders)
    .where(isOpen);

/** Open orders of a place whose clocks were computed with other rules. Two runs at the same time get different rows. */
const outdated = (tx: Tx, { companyId, siteId }: Place, key: string) =>
  tx
    .select()
    .from(workOrders)
    .where(
      and(
        isOpen,
        eq(workOrders.companyId, companyId),
        siteId === null ? isNull(workOrders.siteId) : eq(workOrders.siteId, siteId),
        ne(workOrders.clockKey, key),
      ),
    )
    .orderBy(asc(workOrders.id))
    .limit(batchSize)
    .for('update', { skipLocked: true });

/** Computes some clocks of a place again, and returns whether there may be more. */
const updateSome = ({ db, bus }: Needs, place: Place): Promise<boolean> =>
  inScope(db, '*', async (tx) => {
    // Read with the rows: the rules may have changed since the places were listed.
    const clock = (await placeClocksOf(tx, [place])).get(placeKey(place))!;
    const rows = await outdated(tx, place, clock.key);
    const pauses = await pausesOf(
      tx,
      rows.map(({ id }) => id),
    );
    // The version stays: a form that is open elsewhere can still be saved.
    for (const row of rows)
      await tx
        .update(workOrders)
        .set({ ...clockOf(readingOf(row, clock, pauses.get(row.id) ?? [])), clockKey: clock.key })
        .where(eq(workOrders.id, row.id));
    const changes = rows.map(({ id, deviceId }) => ({ id, deviceId }));
    if (changes.length > 0)
      tx.afterCommit(() => bus.publish(topics.workOrders, { changes }, { companyId: place.companyId }));
    return rows.length === batchSize;
  });

/**
 * Computes the clocks of open orders again whose service level, business hours, time zone or holidays changed. A clock names the rules
 * it was computed with, so a run that was interrupted is continued by the next.
 */
export async function updateClocks(needs: Needs): Promise<void> {
  const places = await inScope(needs.db, '*', async (tx) => {
    const found = await openPlaces(tx);
    const clocks: Map<string, PlaceClock> = await placeClocksOf(tx, found);
    return found.filter((place) => clocks.get(placeKey(place))!.key !== place.clockKey);
  });
  const outdatedPlaces = new Map(places.map((place) => [placeKey(place), place]));
  for (const place of outdatedPlaces.values()) while (await updateSome(needs, place));
}

export const orderClockJob = (needs: Needs): Job => ({
  name: 'workOrders.clocks',
  everySeconds: 60,
  run: () => updateClocks(needs),
});
