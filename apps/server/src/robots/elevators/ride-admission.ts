import type { XRide } from '@sweepline/contract/robot';
import { and, asc, eq } from 'drizzle-orm';
import { devices } from '../../entities/devices/device-table.ts';
import { elevatorDevices } from '../../entities/devices/elevator-device-table.ts';
import { elevatorRides } from '../../entities/places/elevator-ride-table.ts';
import { elevatorFloors, elevators } from '../../entities/places/elevator-table.ts';
import { sites } from '../../entities/places/site-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { Registration } from '../identity/registry.ts';
import { isUuid } from '../intake/uplink-refs.ts';

export interface AdmittedRide {
  rideId: string;
  elevatorId: string;
}
type Refused = { field: 'liftId' | 'fromFloor' | 'toFloor' };

/** The ride that a robot calls so. */
export const findRide = (db: Db, deviceId: string, robotRideId: string): Promise<AdmittedRide | undefined> =>
  inScope(
    db,
    '*',
    async (tx) => {
      const where = and(
        eq(elevatorRides.deviceId, deviceId),
        eq(elevatorRides.robotRideId, robotRideId),
        eq(elevatorRides.isTwin, false),
      );
      const [row] = await tx.select().from(elevatorRides).where(where);
      return row?.elevatorId ? { rideId: row.rideId, elevatorId: row.elevatorId } : undefined;
    },
    { readOnly: true },
  );

/** The elevator of this number in a project that is linked with the robot, and the labels of its floors. */
async function findElevator(tx: Tx, deviceId: string, number: string) {
  const [row] = await tx
    .select({ elevator: elevators, siteName: sites.name })
    .from(elevators)
    .innerJoin(elevatorDevices, eq(elevatorDevices.projectId, elevators.projectId))
    .innerJoin(
      devices,
      and(eq(devices.id, elevatorDevices.deviceId), eq(devices.companyId, elevatorDevices.companyId)),
    )
    .innerJoin(sites, eq(sites.id, elevators.siteId))
    .where(and(eq(elevatorDevices.deviceId, deviceId), eq(elevators.number, number)))
    .orderBy(asc(elevators.id))
    .limit(1);
  if (!row) return undefined;
  const floors = await tx
    .select({ label: elevatorFloors.label })
    .from(elevatorFloors)
    .where(eq(elevatorFloors.elevatorId, row.elevator.id));
  return { ...row, labels: new Set(floors.map(({ label }) => label)) };
}

/** The run of a ride, if it is one of the robot. */
async function ownRun(tx: Tx, deviceId: string, runId: string | undefined): Promise<string | null> {
  if (runId === undefined || !isUuid(runId)) return null;
  const [run] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.deviceId, deviceId)));
  return run?.id ?? null;
}

/** Stores a requested ride, or names the field that fits no elevator of the robot. */
export const admitRide = (
  db: Db,
  { deviceId, companyId: deviceCompanyId }: Pick<Registration, 'deviceId' | 'companyId'>,
  { rideId: robotRideId, liftId, fromFloor = '', toFloor = '', runId }: XRide,
  at: string,
): Promise<{ ride: AdmittedRide } | Refused> =>
  inScope(db, '*', async (tx) => {
    const found = await findElevator(tx, deviceId, liftId);
    if (!found) return { field: 'liftId' };
    const { elevator, siteName, labels } = found;
    if (!labels.has(fromFloor)) return { field: 'fromFloor' };
    if (!labels.has(toFloor) || toFloor === fromFloor) return { field: 'toFloor' };
    const ride = { rideId: newId(), elevatorId: elevator.id };
    const row = {
      ...ride,
      robotRideId,
      deviceId,
      deviceCompanyId,
      elevatorNumber: elevator.number,
      siteName,
      runId: await ownRun(tx, deviceId, runId),
      fromFloor,
      toFloor,
      status: 'WAITING' as const,
      code: '',
      place: 'OUTSIDE' as const,
      grant: 'QUEUED' as const,
      requestedAt: at,
      statusAt: at,
      events: [],
    };
    const rows = [{ ...row, companyId: elevator.companyId, isTwin: false }];
    if (deviceCompanyId !== elevator.companyId)
      rows.push({ ...row, companyId: deviceCompanyId, isTwin: true });
    const stored = await tx.insert(elevatorRides).values(rows).onConflictDoNothing().returning();
    if (stored.length > 0) return { ride };
    // Another server admitted it at the same time.
    const same = and(eq(elevatorRides.deviceId, deviceId), eq(elevatorRides.robotRideId, robotRideId));
    const [other] = await tx.select().from(elevatorRides).where(same);
    return { ride: { rideId: other?.rideId ?? ride.rideId, elevatorId: elevator.id } };
  });
