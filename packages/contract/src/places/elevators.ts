import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { levelPattern } from '../robot/wire.ts';
import { carMotions, doorStates, elevatorModes } from '../robot/elevator-wire.ts';
import { doorSides, elevatorLimits, floorGaps } from './elevator-values.ts';

const label = z.string().trim().min(1).max(elevatorLimits.labelLength);
const doors = z.array(z.enum(doorSides)).max(doorSides.length);

const car = z.strictObject({
  /** The `carId` of the controller. */
  id: z.string().regex(levelPattern),
  name: z.string().trim().max(60),
  doors: doors.min(1),
});
export type ElevatorCar = z.infer<typeof car>;

const floor = {
  /** What the elevator calls this floor. */
  label,
  floorId: z.uuid().nullable(),
  mapId: z.uuid().nullable(),
  /** The doors that open on this floor. */
  doors,
};

const doorState = z.enum(doorStates).optional();

/** What the module last said about a car; a car that it never named is absent. */
const carState = z.object({
  carId: z.string(),
  /** As the elevator calls it. */
  floor: z.string(),
  doors: z.object({ FRONT: doorState, REAR: doorState }),
  motion: z.enum(carMotions),
  mode: z.enum(elevatorModes),
  /** The ride that has the car for itself. */
  rideId: z.string().nullable(),
  fault: z.string().nullable(),
  changedAt: moment,
});
export type ElevatorCarState = z.infer<typeof carState>;

/** One elevator of a project. Its cars share the shaft doors, the floors and the controller. */
export const elevator = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  siteId: z.string(),
  siteName: z.string(),
  /** The `liftId` of points on maps and of the protocol. */
  number: z.string(),
  name: z.string(),
  module: z.object({ id: z.string(), number: z.string(), online: z.boolean() }).nullable(),
  cars: z.array(car),
  carStates: z.array(carState),
  /** From the lowest floor upwards. */
  floors: z.array(
    z.object({
      ...floor,
      floorName: z.string().nullable(),
      mapName: z.string().nullable(),
      missing: z.array(z.enum(floorGaps)),
    }),
  ),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type Elevator = z.infer<typeof elevator>;
export type ElevatorFloor = Elevator['floors'][number];

const fields = {
  number: z.string().trim().min(1).max(elevatorLimits.numberLength),
  name: z.string().trim().min(1).max(60),
  moduleId: z.uuid().nullable().default(null),
  cars: z.array(car).min(1).max(elevatorLimits.cars),
  /** From the lowest floor upwards. */
  floors: z.array(z.strictObject(floor)).max(elevatorLimits.floors).default([]),
};

const { elevators, mapList, elevatorUpdate, elevatorDelete } = permissions;
const path = 'service/elevator';

export const elevatorCalls = calls('elevators', {
  /** Also for the editor of maps, whose points name an elevator and its floor. */
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: [elevators, mapList],
    reads: true,
    input: listInput({
      keyword,
      projectId: z.uuid().optional(),
      siteId: z.uuid().optional(),
    }),
    output: listOf(elevator),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: elevators,
    reads: true,
    input: byId,
    output: elevator,
  },
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: elevatorUpdate,
    input: z.strictObject({ projectId: z.uuid(), ...fields }),
    output: elevator,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: elevatorUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...fields }),
    output: elevator,
  },
  remove: { method: 'POST', path: `${path}/delete`, allow: elevatorDelete, input: byId, output: nothing },
});
