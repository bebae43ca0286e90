import { z } from 'zod';
import { command } from '../devices/device-commands.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { doorStates, elevatorModes, carMotions } from '../robot/elevator-wire.ts';
import { elevatorLimits } from './elevator-values.ts';
import { rideGrants, ridePlaces, rideSources, rideStatuses } from './ride-values.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** One ride of a robot in an elevator. */
export const ride = z.object({
  id: z.string(),
  /** Null for a robot of another company. */
  device: named.nullable(),
  /** Null for an elevator of another company; its number and its site are told nevertheless. */
  elevator: named.nullable(),
  elevatorNumber: z.string(),
  siteName: z.string(),
  runId: z.string().nullable(),
  carId: z.string().nullable(),
  fromFloor: z.string(),
  toFloor: z.string(),
  status: z.enum(rideStatuses),
  /** One of `rideCodes` or of the robot; empty unless it failed. */
  code: z.string(),
  place: z.enum(ridePlaces),
  grant: z.enum(rideGrants),
  /** Rides of this elevator before it; null unless it waits. */
  queuePos: z.number().int().nullable(),
  requestedAt: moment,
  /** When the car stood open for it. */
  openedAt: moment.nullable(),
  boardedAt: moment.nullable(),
  leftAt: moment.nullable(),
  endedAt: moment.nullable(),
  /** The ride has ended and still holds its car. */
  holdsCar: z.boolean(),
});
export type Ride = z.infer<typeof ride>;

/** A change of the ride, of its car, or an act of a person. */
const rideEvent = z.object({
  at: moment,
  source: z.enum(rideSources),
  status: z.enum(rideStatuses),
  grant: z.enum(rideGrants),
  /** What the module then said about the car. */
  floor: z.string().nullable(),
  door: z.enum(doorStates).nullable(),
  mode: z.enum(elevatorModes).nullable(),
  /** A command for the module, a code of a failure, or the act of a person. */
  word: z.string(),
  by: z.string(),
  reason: z.string(),
});
export type RideEvent = z.infer<typeof rideEvent>;

const rideDetail = ride.extend({
  events: z.array(rideEvent),
  mayAbort: z.boolean(),
  mayRelease: z.boolean(),
});
export type RideDetail = z.infer<typeof rideDetail>;

/** What the pages show of one elevator now. */
const shaft = z.object({
  elevatorId: z.string(),
  name: z.string(),
  number: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  siteName: z.string(),
  /** Null without a module. */
  online: z.boolean().nullable(),
  /** Labels from the lowest floor. */
  floors: z.array(z.string()),
  cars: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Null before the module's first word. */
      floor: z.string().nullable(),
      doors: z.object({ FRONT: z.enum(doorStates).optional(), REAR: z.enum(doorStates).optional() }),
      motion: z.enum(carMotions),
      mode: z.enum(elevatorModes),
      /** Whether a ride, or a test, has the car for itself. */
      leased: z.boolean(),
      fault: z.string().nullable(),
      changedAt: moment.nullable(),
    }),
  ),
  /** Open rides, and those that ended and still hold a car; the first come first. */
  rides: z.array(ride),
});
export type Shaft = z.infer<typeof shaft>;

const { elevatorRides, rideAbort, rideRelease, rideStart } = permissions;
const path = 'service/ride';
const reason = z.string().trim().min(1).max(300);

const rideFilters = {
  keyword,
  deviceId: z.uuid().optional(),
  elevatorId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  status: z.array(z.enum(rideStatuses)).max(rideStatuses.length).optional(),
};

export const rideCalls = calls('rides', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: elevatorRides,
    reads: true,
    input: listInput({
      ...rideFilters,
      from: moment.optional(),
      to: moment.optional(),
      sort: sortBy('requestedAt').optional(),
    }),
    output: listOf(ride),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: elevatorRides,
    reads: true,
    input: byId,
    output: rideDetail,
  },
  /** At most a month, newest first, as CSV. */
  export: {
    method: 'POST',
    path: `${path}/export`,
    kind: 'bytes',
    allow: elevatorRides,
    reads: true,
    input: z.strictObject({ ...rideFilters, from: moment, to: moment }),
    output: z.unknown(),
  },
  /** The elevators with their cars and rides now. */
  shafts: {
    method: 'POST',
    path: `${path}/shafts`,
    allow: elevatorRides,
    reads: true,
    input: listInput({ keyword, siteId: z.uuid().optional(), elevatorId: z.uuid().optional() }),
    output: listOf(shaft),
  },
  /** Sends a robot that stands on the map of one floor to another. Returns at once. */
  start: {
    method: 'POST',
    path: `${path}/start`,
    allow: rideStart,
    input: z.strictObject({
      deviceId: z.uuid(),
      elevatorId: z.uuid(),
      to: z.string().trim().min(1).max(elevatorLimits.labelLength),
    }),
    output: command,
  },
  /** Ends a ride that waits for its car. */
  abort: {
    method: 'POST',
    path: `${path}/abort`,
    allow: rideAbort,
    input: z.strictObject({ id: z.uuid(), reason }),
    output: nothing,
  },
  /** Gives back the car of a ride that failed. Refused unless the robot is known to be outside. */
  release: {
    method: 'POST',
    path: `${path}/release`,
    allow: rideRelease,
    input: z.strictObject({ id: z.uuid(), reason }),
    output: nothing,
  },
});
