import { elevatorTestCalls, fieldReason, nameOfAccount, type Input } from '@sweepline/contract';
import { and, desc, eq, lt } from 'drizzle-orm';
import { elevatorCars } from '../../../entities/places/elevator-car-table.ts';
import { elevatorModules, elevators } from '../../../entities/places/elevator-table.ts';
import { elevatorTests, type ElevatorTestDbRow } from '../../../entities/places/elevator-test-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { readElevator } from './elevator-rows.ts';
import type { ElevatorTestRunner } from './elevator-test-service.ts';

/** Longer than all steps of a test together: the server that ran it has ended. */
const abandonedMs = 10 * 60_000;
const abandonedBefore = (now: Clock) => new Date(now().getTime() - abandonedMs).toISOString();

const unavailable = (
  reason:
    | 'LIFT_NO_MODULE'
    | 'LIFT_MODULE_OFFLINE'
    | 'LIFT_FIRE'
    | 'LIFT_EMERGENCY'
    | 'LIFT_OUT_OF_SERVICE'
    | 'LIFT_NEVER_SPOKE',
) => new Refusal('liftUnavailable', { words: { mode: fieldReason(reason) } });

/** Refuses an elevator that a test may not use now: without a module that speaks, or in a mode of the fire service. */
async function checkAvailable(db: Tx, elevatorId: string, carId: string, moduleId: string | null) {
  if (moduleId === null) throw unavailable('LIFT_NO_MODULE');
  const module = await find(db, elevatorModules, moduleId);
  if (!module.online) throw unavailable('LIFT_MODULE_OFFLINE');
  const [car] = await db
    .select()
    .from(elevatorCars)
    .where(and(eq(elevatorCars.elevatorId, elevatorId), eq(elevatorCars.carId, carId)));
  if (!car) throw unavailable('LIFT_NEVER_SPOKE');
  if (car.mode === 'FIRE') throw unavailable('LIFT_FIRE');
  if (car.mode === 'EMERGENCY') throw unavailable('LIFT_EMERGENCY');
  if (car.mode === 'OUT_OF_SERVICE') throw unavailable('LIFT_OUT_OF_SERVICE');
  return module.id;
}

/** Refuses a second test, and ends one whose server has ended. */
async function checkNoTest({ db, now }: Ctx, elevatorId: string): Promise<void> {
  const isRunning = and(eq(elevatorTests.elevatorId, elevatorId), eq(elevatorTests.state, 'RUNNING'));
  await db
    .update(elevatorTests)
    .set({ state: 'FAILED', endedAt: now().toISOString() })
    .where(and(isRunning, lt(elevatorTests.startedAt, abandonedBefore(now))));
  const [test] = await db.select().from(elevatorTests).where(isRunning);
  if (test) throw new Refusal('elevatorTested', { words: { when: test.startedAt } });
}

async function start(ctx: Ctx, input: Input<typeof elevatorTestCalls.start>, runner: ElevatorTestRunner) {
  const { db, account, now } = ctx;
  const { elevatorId, carId, from, to } = input;
  // The lock serialises concurrent starts.
  const { companyId, moduleId } = await find(db, elevators, elevatorId, { lock: true });
  const elevator = await readElevator(db, elevatorId);
  if (!elevator.cars.some(({ id }) => id === carId)) throw wrongField('carId', 'UNKNOWN_CAR');
  if (from === to) throw wrongField('to', 'SAME_STOP');
  const stopOf = (field: 'from' | 'to') => {
    const stop = elevator.floors.find(({ label }) => label === input[field]);
    if (!stop) throw wrongField(field, 'UNKNOWN_STOP', { label: input[field] });
    return stop;
  };
  const doors = { from: stopOf('from').doors[0] ?? 'FRONT', to: stopOf('to').doors[0] ?? 'FRONT' };
  await checkNoTest(ctx, elevatorId);
  const ofModule = await checkAvailable(db, elevatorId, carId, moduleId);
  const test: ElevatorTestDbRow = {
    id: newId(),
    companyId,
    elevatorId,
    carId,
    from,
    to,
    state: 'RUNNING',
    steps: [],
    startedAt: now().toISOString(),
    startedBy: nameOfAccount(account),
    endedAt: null,
  };
  await db.insert(elevatorTests).values(test);
  db.afterCommit(() =>
    runner.start({ test: { ...test }, moduleId: ofModule, elevatorNumber: elevator.number, doors }),
  );
  return test;
}

export const elevatorTestAnswers = (runner: ElevatorTestRunner) =>
  answer(elevatorTestCalls, {
    list: async ({ db, now }, { elevatorId, ...page }) => {
      await find(db, elevators, elevatorId);
      const where = and(visible(db, elevatorTests), eq(elevatorTests.elevatorId, elevatorId));
      const rows = db
        .select()
        .from(elevatorTests)
        .where(where)
        .orderBy(desc(elevatorTests.startedAt), desc(elevatorTests.id));
      const { list, total } = await paginate(page, rows, counted(db, elevatorTests, where));
      const isAbandoned = ({ state, startedAt }: ElevatorTestDbRow) =>
        state === 'RUNNING' && startedAt < abandonedBefore(now);
      return {
        total,
        list: list.map((test) => (isAbandoned(test) ? { ...test, state: 'FAILED' as const } : test)),
      };
    },

    start: (ctx, input) => start(ctx, input, runner),
  });
