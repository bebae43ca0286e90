import { fieldReason, type Input, type rideCalls } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { and, eq, isNull } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { elevatorDevices } from '../../../entities/devices/elevator-device-table.ts';
import { elevatorRides } from '../../../entities/places/elevator-ride-table.ts';
import { elevatorFloors, elevatorModules, elevators } from '../../../entities/places/elevator-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';

type Stop = typeof elevatorFloors.$inferSelect;
const pointTypes = { call: 'LIFT_CALL', entry: 'LIFT_ENTRY', inside: 'LIFT_INSIDE' } as const;

/** The points of an elevator on the map of a stop. */
async function pointsOf(db: Tx, { mapId, label }: Stop, number: string) {
  const [map] =
    mapId === null
      ? []
      : await db
          .select()
          .from(maps)
          .where(and(eq(maps.id, mapId), visible(db, maps)));
  const pointOf = (type: (typeof pointTypes)[keyof typeof pointTypes]) => {
    const point = map?.elements.points.find((it) => it.type === type && it.liftId === number);
    if (!point) throw wrongField('to', 'STOP_WITHOUT_POINTS', { label });
    const { x, y, theta } = point;
    return { x, y, theta };
  };
  return { call: pointOf('LIFT_CALL'), entry: pointOf('LIFT_ENTRY'), inside: pointOf('LIFT_INSIDE') };
}

async function checkRobot(db: Tx, deviceId: string, projectId: string) {
  const device = await find(db, devices, deviceId);
  if (!can(device, 'lift')) throw new Refusal('notSupported');
  const [link] = await db
    .select()
    .from(elevatorDevices)
    .where(and(eq(elevatorDevices.projectId, projectId), eq(elevatorDevices.deviceId, deviceId)));
  if (!link || link.companyId !== device.companyId) throw wrongField('deviceId', 'ROBOT_NOT_LINKED');
  const [ride] = await db
    .select()
    .from(elevatorRides)
    .where(and(eq(elevatorRides.deviceId, deviceId), isNull(elevatorRides.endedAt)));
  if (ride) throw new Refusal('robotRides');
}

/** The parameters of a ride for the robot, from the floor on whose map it stands. */
export async function rideParams(
  db: Tx,
  { deviceId, elevatorId, to }: Input<typeof rideCalls.start>,
  standsOn: string | undefined,
) {
  const { number, projectId, moduleId } = await find(db, elevators, elevatorId);
  await checkRobot(db, deviceId, projectId);
  const module = moduleId === null ? undefined : await find(db, elevatorModules, moduleId);
  if (!module?.online) {
    const mode = fieldReason(module ? 'LIFT_MODULE_OFFLINE' : 'LIFT_NO_MODULE');
    throw new Refusal('liftUnavailable', { words: { mode } });
  }
  const stops = await db.select().from(elevatorFloors).where(eq(elevatorFloors.elevatorId, elevatorId));
  const target = stops.find(({ label }) => label === to);
  if (!target) throw wrongField('to', 'UNKNOWN_STOP', { label: to });
  const start = stops.find(({ mapId }) => mapId !== null && mapId === standsOn);
  if (!start) throw wrongField('deviceId', 'ROBOT_ON_NO_STOP');
  if (start.label === to) throw wrongField('to', 'SAME_STOP');
  const { call, entry, inside } = await pointsOf(db, start, number);
  const exit = (await pointsOf(db, target, number)).entry;
  const floors = { fromFloor: start.label, toFloor: to };
  return {
    rideId: newId(),
    liftId: number,
    ...floors,
    call,
    entry,
    inside,
    exitMapId: target.mapId,
    exit: { ...exit, theta: exit.theta > 0 ? exit.theta - Math.PI : exit.theta + Math.PI },
  };
}
