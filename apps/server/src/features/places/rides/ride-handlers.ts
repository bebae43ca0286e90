import { nameOfAccount, rideCalls, type Input, type Ride } from '@sweepline/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { elevatorRides, type ElevatorRideRow } from '../../../entities/places/elevator-ride-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { inScope } from '../../../platform/db/db.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { csvOfPages } from '../../../platform/documents/csv-pages.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';
import { sentCommand } from '../../../robots-port/recoveries.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { rideChannel } from '../elevators/elevator-channel-service.ts';
import { countRides, rideFilter, rideOf, rideRows } from './ride-rows.ts';
import { rideParams } from './ride-start.ts';
import { isOutsideNow } from './robot-place.ts';
import { readShafts } from './shaft-rows.ts';

async function readRide(db: Tx, id: string) {
  const [row] = await rideRows(db, and(rideFilter(db, {}), eq(elevatorRides.id, id)));
  if (!row) throw new Refusal('notFound');
  return row;
}

const mayAbort = ({ status, isTwin, abortedBy }: ElevatorRideRow) =>
  status === 'WAITING' && abortedBy === null && !isTwin;
const mayRelease = ({ holdsCar, releasedBy, isTwin }: ElevatorRideRow) =>
  holdsCar && releasedBy === null && !isTwin;

async function listRides(db: Tx, input: Input<typeof rideCalls.list>) {
  const where = rideFilter(db, input);
  const { list, total } = await paginate(input, rideRows(db, where), countRides(db, where));
  return { list: list.map(rideOf), total };
}

/** Writes an act of a person into the ride, and tells the owner of its elevator. */
async function act(
  { db, account, services }: Ctx,
  row: ElevatorRideRow,
  name: 'abort' | 'release',
  reason: string,
): Promise<void> {
  const by = nameOfAccount(account);
  const isFirst =
    name === 'abort'
      ? and(eq(elevatorRides.status, 'WAITING'), isNull(elevatorRides.abortedBy))
      : and(eq(elevatorRides.holdsCar, true), isNull(elevatorRides.releasedBy));
  const fields =
    name === 'abort' ? { abortedBy: by, abortReason: reason } : { releasedBy: by, releaseReason: reason };
  const rows = await db
    .update(elevatorRides)
    .set(fields)
    .where(and(eq(elevatorRides.id, row.id), isFirst))
    .returning();
  if (rows.length === 0) throw new Refusal(name === 'abort' ? 'rideNotWaiting' : 'rideHoldsNoCar');
  const { elevatorId } = row;
  if (elevatorId !== null) db.afterCommit(() => services.bus.publish(rideChannel, { elevatorId }));
}

/** The columns of the file, named as in the answers of the list. */
const columns: Record<string, (ride: Ride) => string | number | null> = {
  requestedAt: ({ requestedAt }) => requestedAt,
  site: ({ siteName }) => siteName,
  elevator: ({ elevatorNumber }) => elevatorNumber,
  car: ({ carId }) => carId,
  device: ({ device }) => device?.name ?? null,
  fromFloor: ({ fromFloor }) => fromFloor,
  toFloor: ({ toFloor }) => toFloor,
  status: ({ status }) => status,
  code: ({ code }) => code,
  openedAt: ({ openedAt }) => openedAt,
  boardedAt: ({ boardedAt }) => boardedAt,
  leftAt: ({ leftAt }) => leftAt,
  endedAt: ({ endedAt }) => endedAt,
};

export const rideAnswers = (robots: Robots) =>
  answer(rideCalls, {
    list: ({ db }, input) => listRides(db, input),

    detail: async ({ db }, { id }) => {
      const row = await readRide(db, id);
      const { ride } = row;
      return {
        ...rideOf(row),
        events: ride.events,
        mayAbort: mayAbort(ride),
        mayRelease: mayRelease(ride),
      };
    },

    shafts: ({ db }, input) => readShafts(db, input),

    export: async ({ services, account, now }, filters) => {
      checkExportPeriod(filters);
      return csvOfPages({
        fileName: `elevator-rides-${now().toISOString().slice(0, 10)}.csv`,
        columns,
        read: (page) =>
          inScope(services.db, account.scope, (db) => listRides(db, { ...filters, ...page }), {
            readOnly: true,
            home: account.companyId,
          }),
      });
    },

    start: withoutTransaction(async (ctx, input) => {
      const live = await robots.live(input.deviceId);
      const params = await inShortTransaction(ctx, (db) =>
        rideParams(db, input, live?.position?.value.mapId),
      );
      const { deviceId } = input;
      return await withCallRefusals(
        robots.commands.sendCommand({ deviceId, type: 'ride.start', params, by: ctx.account.username }),
      );
    }, sentCommand),

    abort: async (ctx, { id, reason }) => {
      const row = await find(ctx.db, elevatorRides, id);
      if (!mayAbort(row)) throw new Refusal('rideNotWaiting');
      await act(ctx, row, 'abort', reason);
      return {};
    },

    release: async (ctx, { id, reason }) => {
      const row = await find(ctx.db, elevatorRides, id);
      if (!mayRelease(row)) throw new Refusal('rideHoldsNoCar');
      const live = await robots.live(row.deviceId);
      if (!(await isOutsideNow(ctx.db, row, live))) throw new Refusal('rideRobotInside');
      await act(ctx, row, 'release', reason);
      return {};
    },
  });
