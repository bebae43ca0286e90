import type { ElevatorTestStep } from '@sweepline/contract';
import type { ModuleCommand } from '@sweepline/contract/robot';
import type { elevatorCars } from '../../../entities/places/elevator-car-table.ts';
import type { ElevatorTestDbRow } from '../../../entities/places/elevator-test-table.ts';

type Car = typeof elevatorCars.$inferSelect;
type Test = Pick<ElevatorTestDbRow, 'id' | 'from' | 'to'>;
type Door = 'FRONT' | 'REAR';
type CommandBody = {
  [T in ModuleCommand['type']]: Omit<Extract<ModuleCommand, { type: T }>, Common>;
}[ModuleCommand['type']];
type Common = 'commandId' | 'seq' | 'ttlS' | 'elevatorId' | 'carId' | 'rideId';

/** Seconds for which the door is held open. */
const holdS = 2;

interface StepRule {
  command: CommandBody;
  /** How long the state may take to show the effect. */
  withinMs: number;
  /** How long the effect has to last first; the door of a hold has to stay open. */
  afterMs?: number;
  isShown(car: Car): boolean;
}

const stands = (car: Car, floor: string, door: Door) =>
  car.floor === floor && car.motion === 'STOPPED' && car.doors[door] === 'OPEN';

/** What each step of a test commands, and which state proves that it was done. */
export function stepRules(
  { id, from, to }: Test,
  doors: { from: Door; to: Door },
): Record<ElevatorTestStep, StepRule> {
  return {
    RESERVE: {
      command: { type: 'reserve', from, to },
      withinMs: 30_000,
      isShown: (car) => car.rideId === id,
    },
    CALL: {
      command: { type: 'call', floor: from },
      withinMs: 180_000,
      isShown: (car) => stands(car, from, doors.from),
    },
    HOLD: {
      command: { type: 'hold', door: doors.from, seconds: holdS + 3 },
      withinMs: 10_000,
      afterMs: holdS * 1000,
      isShown: (car) => stands(car, from, doors.from),
    },
    RIDE: {
      command: { type: 'call', floor: to },
      withinMs: 180_000,
      isShown: (car) => stands(car, to, doors.to),
    },
    CLOSE: {
      command: { type: 'close', door: doors.to },
      withinMs: 30_000,
      isShown: (car) => car.doors[doors.to] === 'CLOSED',
    },
    RELEASE: {
      command: { type: 'release' },
      withinMs: 30_000,
      isShown: (car) => car.rideId !== id,
    },
  };
}

/** Modes in which a car belongs to the fire service or to a technician: nothing but a release is sent then. */
export const forbiddenModes: ReadonlySet<string> = new Set(['FIRE', 'EMERGENCY', 'OUT_OF_SERVICE']);
