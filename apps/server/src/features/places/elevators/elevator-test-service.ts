import { elevatorTestSteps, type ElevatorTestOutcome, type ElevatorTestStep } from '@sweepline/contract';
import type { ModuleReply } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { elevatorCars } from '../../../entities/places/elevator-car-table.ts';
import { elevatorTests, type ElevatorTestDbRow } from '../../../entities/places/elevator-test-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { carChanges, moduleCommands, moduleReplies } from './elevator-channel-service.ts';
import { forbiddenModes, stepRules } from './elevator-test-rules.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Clock;
  log: { error(details: object, message: string): void };
}

export interface TestRun {
  test: ElevatorTestDbRow;
  moduleId: string;
  /** The number of the elevator, as its module knows it. */
  elevatorNumber: string;
  doors: { from: 'FRONT' | 'REAR'; to: 'FRONT' | 'REAR' };
}

interface Ended {
  outcome: ElevatorTestOutcome;
  detail: string;
}

const ttlS = 10;
const replyMs = 10_000;
/** The command is repeated, so that the lease of the module does not end while the car is on its way. */
const repeatMs = 10_000;
/** Messages of the bus may be lost; the row is not. */
const lookMs = 1_000;

/** Carries out commissioning tests: commands one after the other, each done when the state of the car shows it. */
export function createElevatorTestRunner({ db, bus, now, log }: Deps) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  /** Of the last command of each test. */
  const seqs = new Map<string, number>();
  const iso = () => now().toISOString();

  const carOf = async ({ elevatorId, carId }: ElevatorTestDbRow) => {
    const where = and(eq(elevatorCars.elevatorId, elevatorId), eq(elevatorCars.carId, carId));
    const read = inScope(db, '*', (tx) => tx.select().from(elevatorCars).where(where), { readOnly: true });
    return (await read)[0];
  };
  const store = (test: ElevatorTestDbRow) =>
    inScope(db, '*', (tx) =>
      tx
        .update(elevatorTests)
        .set({ state: test.state, steps: test.steps, endedAt: test.endedAt })
        .where(eq(elevatorTests.id, test.id)),
    );

  /** Sends a command and waits for the answer of the module. */
  async function send(run: TestRun, step: ElevatorTestStep): Promise<Ended | undefined> {
    const { test, moduleId, elevatorNumber: elevatorId, doors } = run;
    const commandId = randomUUID();
    const answered = Promise.withResolvers<ModuleReply>();
    const stop = bus.subscribe(moduleReplies, ({ content }) => {
      if (content.reply.commandId === commandId) answered.resolve(content.reply);
    });
    try {
      const seq = (seqs.get(test.id) ?? 0) + 1;
      seqs.set(test.id, seq);
      const common = { commandId, seq, ttlS, elevatorId, carId: test.carId, rideId: test.id };
      bus.publish(moduleCommands, {
        moduleId,
        command: { ...common, ...stepRules(test, doors)[step].command },
      });
      const reply = await Promise.race([answered.promise, after(replyMs, stopping.signal)]);
      if (!reply) return { outcome: 'NO_REPLY', detail: '' };
      const { result, code = '', message = '' } = reply;
      if (result === 'ACCEPTED') return undefined;
      return { outcome: 'REJECTED', detail: [code, message].filter(Boolean).join(': ').slice(0, 200) };
    } finally {
      stop();
    }
  }

  /** Waits until the state shows the effect of a step. */
  async function shown(run: TestRun, step: ElevatorTestStep): Promise<Ended> {
    const { test, doors } = run;
    const { withinMs, afterMs = 0, isShown } = stepRules(test, doors)[step];
    await after(afterMs, stopping.signal);
    const startedMs = performance.now();
    let sentMs = startedMs;
    for (;;) {
      const changed = Promise.withResolvers<undefined>();
      const stop = bus.subscribe(carChanges, ({ content }) => {
        if (content.elevatorId === test.elevatorId && content.carId === test.carId)
          changed.resolve(undefined);
      });
      try {
        const car = await carOf(test);
        if (car && isShown(car)) return { outcome: 'DONE', detail: '' };
        if (car && step !== 'RELEASE' && forbiddenModes.has(car.mode))
          return { outcome: 'NOT_SHOWN', detail: car.mode };
        if (stopping.signal.aborted) return { outcome: 'INTERRUPTED', detail: '' };
        const nowMs = performance.now();
        if (nowMs - startedMs > withinMs) return { outcome: 'NOT_SHOWN', detail: '' };
        if (nowMs - sentMs > repeatMs) {
          sentMs = nowMs;
          await send(run, step);
        }
        await Promise.race([changed.promise, after(lookMs, stopping.signal)]);
      } finally {
        stop();
      }
    }
  }

  async function carryOut(run: TestRun): Promise<void> {
    const { test } = run;
    let isFailed = false;
    for (const step of elevatorTestSteps) {
      // After a failure the car is given back: a lease of a test that ended keeps it from everyone.
      if (isFailed && (step !== 'RELEASE' || test.steps.length < 1)) continue;
      const row = { step, startedAt: iso(), endedAt: null, outcome: null, detail: '' };
      test.steps = [...test.steps, row];
      await store(test);
      const ended = (await send(run, step)) ?? (await shown(run, step));
      test.steps = [...test.steps.slice(0, -1), { ...row, ...ended, endedAt: iso() }];
      isFailed ||= ended.outcome !== 'DONE';
    }
    Object.assign(test, { state: isFailed ? 'FAILED' : 'PASSED', endedAt: iso() });
    await store(test);
  }

  return {
    start: (run: TestRun): void => {
      const work = carryOut(run)
        .catch((error: unknown) => log.error({ error, testId: run.test.id }, 'a test of an elevator failed'))
        .finally(() => running.delete(work));
      running.add(work);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
export type ElevatorTestRunner = ReturnType<typeof createElevatorTestRunner>;

/** Resolves after this time, or when the signal aborts. */
const after = (ms: number, signal: AbortSignal): Promise<undefined> =>
  new Promise((done) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done(undefined);
    }
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
