/** The states of a ride, as the robot reports them. From ENTERING to FINISHED no other plan of the robot takes effect. */
export const rideStatuses = [
  'WAITING',
  'ENTERING',
  'RIDING',
  'EXITING',
  'EXITED',
  'FINISHED',
  'FAILED',
] as const;
export type RideStatus = (typeof rideStatuses)[number];
export const endedRideStatuses = ['FINISHED', 'FAILED'] as const satisfies readonly RideStatus[];

/** Where the robot of a ride is. Unknown after a failure in which it may be in the car or in its door. */
export const ridePlaces = ['OUTSIDE', 'DOORWAY', 'INSIDE', 'UNKNOWN'] as const;
export type RidePlace = (typeof ridePlaces)[number];

/** What the server tells the robot about its car. */
export const rideGrants = ['QUEUED', 'GRANTED', 'DENIED', 'REVOKED'] as const;
export type RideGrant = (typeof rideGrants)[number];

/** Why a ride failed. Robots may send further codes, which are shown as they are. */
export const rideCodes = [
  'LIFT_TIMEOUT',
  'LIFT_DENIED',
  'RELOCALISE',
  'ABORTED',
  'ENTER_TIMEOUT',
  'RIDE_TIMEOUT',
  'EXIT_TIMEOUT',
  'ROBOT_SILENT',
  'MODULE_OFFLINE',
  'LIFT_MODE',
] as const;
export type RideCode = (typeof rideCodes)[number];

/** Who caused an entry of a ride's timeline. */
export const rideSources = ['ROBOT', 'MODULE', 'SERVER', 'PERSON'] as const;
export type RideSource = (typeof rideSources)[number];

/** Milliseconds after which a ride that does not go on has failed: docs/protocol/orders.md#elevator-rides. */
export const rideLimitsMs = {
  WAITING: 300_000,
  ENTERING: 60_000,
  RIDING: 300_000,
  EXITING: 60_000,
  EXITED: 60_000,
} as const;
