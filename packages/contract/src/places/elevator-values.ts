/** The sides of a car that have a door. */
export const doorSides = ['FRONT', 'REAR'] as const;
export type DoorSide = (typeof doorSides)[number];

/** A controller acts for one elevator, a bridge for several: it speaks for the network of a building or a maker. */
export const moduleTypes = ['CONTROLLER', 'BRIDGE'] as const;
export type ModuleType = (typeof moduleTypes)[number];

/** What keeps robots from riding to a floor: no floor of the site, no map, no door, or a map without a point of the elevator. */
export const floorGaps = ['FLOOR', 'MAP', 'DOOR', 'LIFT_CALL', 'LIFT_ENTRY', 'LIFT_INSIDE'] as const;
export type FloorGap = (typeof floorGaps)[number];

export const elevatorLimits = {
  numberLength: 40,
  labelLength: 40,
  cars: 8,
  floors: 128,
  elevators: 64,
  modules: 64,
  devices: 200,
} as const;

/** The steps of a commissioning test, in their order. */
export const elevatorTestSteps = ['RESERVE', 'CALL', 'HOLD', 'RIDE', 'CLOSE', 'RELEASE'] as const;
export type ElevatorTestStep = (typeof elevatorTestSteps)[number];

export const elevatorTestStates = ['RUNNING', 'PASSED', 'FAILED'] as const;
export type ElevatorTestState = (typeof elevatorTestStates)[number];

/**
 * How a step ended: the state showed it; the module refused the command or did not answer it; the state did not show it in time; or the
 * server that ran the test stopped.
 */
export const elevatorTestOutcomes = ['DONE', 'REJECTED', 'NO_REPLY', 'NOT_SHOWN', 'INTERRUPTED'] as const;
export type ElevatorTestOutcome = (typeof elevatorTestOutcomes)[number];
