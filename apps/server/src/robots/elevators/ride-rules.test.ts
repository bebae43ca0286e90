import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterReport,
  afterTime,
  brokenInvariant,
  grantOf,
  hasCar,
  hasEnded,
  mayEnterNow,
  nextCommand,
  type CarView,
  type RideCommand,
  type RideReport,
  type RideState,
} from './ride-rules.ts';

const tickMs = 500;
const aRide = (rideId: string): RideState => ({
  rideId,
  from: '0',
  to: '1',
  doors: { from: 'FRONT', to: 'FRONT' },
  carId: undefined,
  status: 'WAITING',
  code: '',
  place: 'OUTSIDE',
  isOpened: false,
  denied: undefined,
  isReleased: false,
  order: 0,
  heardMs: 0,
  statusMs: 0,
});
const aCar = (changes: Partial<CarView> = {}): CarView => ({
  floor: '0',
  doors: { FRONT: 'OPEN' },
  motion: 'STOPPED',
  mode: 'ROBOT',
  leasedBy: 'a',
  ...changes,
});
const reportOf = (status: RideReport['status'], order: number): RideReport => ({
  event: 'STATUS',
  status,
  code: '',
  order,
});

/** A line that loses, doubles, delays and reorders messages. */
class Line<M> {
  #waiting: { message: M; dueMs: number }[] = [];
  readonly #chance: () => number;
  isCut = false;

  constructor(chance: () => number) {
    this.#chance = chance;
  }

  send(message: M, nowMs: number): void {
    const copies = this.#chance() < 0.2 ? 0 : this.#chance() < 0.1 ? 2 : 1;
    for (let copy = 0; copy < copies && !this.isCut; copy++)
      this.#waiting.push({ message, dueMs: nowMs + this.#chance() * 4000 });
  }

  take(nowMs: number): M[] {
    const due = this.#waiting.filter(({ dueMs }) => dueMs <= nowMs);
    this.#waiting = this.#waiting.filter(({ dueMs }) => dueMs > nowMs);
    return due.map(({ message }) => message);
  }
}

type Place = 'BEFORE' | 'DOORWAY' | 'INSIDE' | 'AFTER';
interface LiftWord {
  grant: string;
  floor: string;
  isOpen: boolean;
  expiryMs: number;
  seq: number;
}

/** The true elevator: it obeys one lease, and moves with its door shut. */
class TrueCar {
  floor = 0;
  opening = 0;
  wantsOpen = false;
  target: number | undefined;
  lease: { rideId: string; untilMs: number } | undefined;
  mode: CarView['mode'] = 'NORMAL';
  readonly seqs = new Map<string, number>();

  take(rideId: string, { seq, ...command }: RideCommand & { seq: number }, nowMs: number): boolean {
    if (seq <= (this.seqs.get(rideId) ?? 0)) return false;
    if (this.lease && this.lease.rideId !== rideId) return false;
    if (command.type === 'release') {
      this.lease = undefined;
      return true;
    }
    if (this.mode === 'FIRE' || (!this.lease && command.type !== 'reserve')) return false;
    this.seqs.set(rideId, seq);
    this.lease = { rideId, untilMs: nowMs + 30_000 };
    if (command.type === 'hold') this.wantsOpen = true;
    if (command.type === 'call') {
      this.target = Number(command.floor);
      if (this.target === this.floor) this.wantsOpen = true;
    }
    return true;
  }

  get isLeaving() {
    return this.target !== undefined && this.target !== this.floor;
  }

  step(nowMs: number): void {
    if (this.lease && this.lease.untilMs <= nowMs) this.lease = undefined;
    if (this.isLeaving) this.wantsOpen = false;
    this.opening = Math.min(6, Math.max(0, this.opening + (this.wantsOpen ? 1 : -1)));
    if (!this.isLeaving || this.opening > 0) return;
    this.floor = this.target!;
    this.wantsOpen = true;
  }

  view(): CarView {
    const door = this.opening === 6 ? 'OPEN' : this.opening === 0 ? 'CLOSED' : 'OPENING';
    const { floor, mode } = this;
    const leasedBy = this.lease?.rideId ?? null;
    return { floor: `${floor}`, doors: { FRONT: door }, motion: 'STOPPED', mode, leasedBy };
  }
}

class TrueRobot {
  place: Place = 'BEFORE';
  status: RideReport['status'] = 'WAITING';
  /** Ticks left in the doorway. */
  way = 0;
  word: LiftWord | undefined;

  hear(word: LiftWord): void {
    if (word.seq > (this.word?.seq ?? 0)) this.word = word;
  }

  step(nowMs: number): boolean {
    const { word } = this;
    const mayGo = (floor: string) =>
      word?.grant === 'GRANTED' && word.isOpen && word.floor === floor && word.expiryMs - nowMs > 10_000;
    if (this.status === 'WAITING') {
      if (word?.grant === 'DENIED') this.status = 'FAILED';
      else if (mayGo('0')) {
        this.#move('ENTERING', 'DOORWAY');
        return true;
      }
    } else if (this.status === 'ENTERING') {
      if (word?.grant === 'REVOKED' && this.way > 2) this.#move('WAITING', 'BEFORE');
      else if (--this.way === 0) this.#move('RIDING', 'INSIDE');
    } else if (this.status === 'RIDING' && mayGo('1')) this.#move('EXITING', 'DOORWAY');
    else if (this.status === 'EXITING' && --this.way === 0) this.#move('EXITED', 'AFTER');
    else if (this.status === 'EXITED') this.status = 'FINISHED';
    return false;
  }

  #move(status: RideReport['status'], place: Place): void {
    this.status = status;
    this.place = place;
    this.way = 5;
  }
}

function simulate(chance: () => number, ticks: number) {
  const car = new TrueCar();
  const rides = ['a', 'b'].map(aRide);
  const robots = new Map(rides.map(({ rideId }) => [rideId, new TrueRobot()]));
  const up = new Line<RideReport & { rideId: string }>(chance);
  const states = new Line<CarView & { seq: number; leftMs: number }>(chance);
  const down = new Line<{ rideId: string; command: RideCommand & { seq: number } }>(chance);
  const lifts = new Line<LiftWord & { rideId: string }>(chance);
  const lines = [up, states, down, lifts];
  const broken: string[] = [];
  let view: (CarView & { seq: number; expiryMs: number }) | undefined;
  let [lastFireMs, fireUntilMs, cutUntilMs] = [-Infinity, 0, 0];

  for (let tick = 1; tick <= ticks; tick++) {
    const nowMs = tick * tickMs;
    if (chance() < 0.0005) fireUntilMs = nowMs + 20_000;
    if (chance() < 0.001) cutUntilMs = nowMs + chance() * 60_000;
    for (const line of lines) line.isCut = nowMs < cutUntilMs;
    car.mode = nowMs < fireUntilMs ? 'FIRE' : 'NORMAL';
    if (car.mode === 'FIRE') [car.lease, lastFireMs] = [undefined, nowMs];

    for (const [rideId, robot] of robots) {
      const hasEntered = robot.step(nowMs);
      // Fire may take the car while the word that it is granted is on its way.
      if (hasEntered && car.lease?.rideId !== rideId && nowMs - lastFireMs > 10_000)
        broken.push('a robot enters without the lease of its ride');
      const event = robot.status === 'WAITING' ? 'REQUEST' : robot.status === 'EXITED' ? 'RELEASE' : 'STATUS';
      if (tick % 2 === 0) up.send({ rideId, event, status: robot.status, code: '', order: tick }, nowMs);
    }
    for (const { rideId, ...report } of up.take(nowMs)) {
      const index = rides.findIndex((ride) => ride.rideId === rideId);
      rides[index] = afterReport(rides[index]!, report, nowMs);
    }
    for (const { leftMs, ...state } of states.take(nowMs))
      if (state.seq > (view?.seq ?? 0)) view = { ...state, expiryMs: nowMs + leftMs };

    for (const [index, before] of rides.entries()) {
      let ride = afterTime(before, nowMs);
      if (ride.carId === undefined && !rides.some(hasCar) && !hasEnded(ride)) ride = { ...ride, carId: 'A' };
      rides[index] = ride;
      if (ride.carId === undefined) continue;
      const command = nextCommand(ride, view, nowMs);
      const reason = command && view && brokenInvariant(command, ride, view);
      if (reason) broken.push(`sent: ${reason}`);
      if (command) down.send({ rideId: ride.rideId, command: { ...command, seq: tick } }, nowMs);
      rides[index] = { ...ride, isOpened: ride.isOpened || mayEnterNow(ride, view) };
      const { rideId } = ride;
      const word = { grant: grantOf(ride, view), floor: view?.floor ?? '', expiryMs: view?.expiryMs ?? 0 };
      lifts.send({ rideId, ...word, isOpen: view?.doors.FRONT === 'OPEN', seq: tick }, nowMs);
    }
    if (rides.filter(hasCar).length > 1) broken.push('two rides have one car');

    for (const { rideId, command } of down.take(nowMs)) {
      const wasLeaving = car.isLeaving;
      if (!car.take(rideId, command, nowMs)) continue;
      const { place } = robots.get(rideId)!;
      if (command.type === 'call' && place === 'INSIDE' && command.floor !== '1')
        broken.push('the destination changes while the robot is inside');
      if (command.type === 'release' && place !== 'BEFORE' && place !== 'AFTER')
        broken.push('the car of a robot that is inside is freed');
      const isInDoor = [...robots.values()].some((robot) => robot.place === 'DOORWAY');
      if (!wasLeaving && car.isLeaving && isInDoor) broken.push('a door is closed on a robot');
    }
    for (const { rideId, ...word } of lifts.take(nowMs)) robots.get(rideId)!.hear(word);
    car.step(nowMs);
    states.send({ ...car.view(), seq: tick, leftMs: (car.lease?.untilMs ?? nowMs) - nowMs }, nowMs);
  }
  return { broken, rides, robots: [...robots.values()] };
}

const chanceOf = (seed: number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

test('no invariant breaks under messages that are lost, doubled, late and out of order', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(simulate(chanceOf(seed), 2400).broken).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('under such messages rides end, and most robots arrive', () => {
  const ends = Array.from({ length: 40 }, (_, seed) => simulate(chanceOf(seed * 7919), 2400));
  const robots = ends.flatMap((end) => end.robots);
  expect(robots.filter(({ place }) => place === 'AFTER').length).toBeGreaterThan(60);
  expect(ends.flatMap((end) => end.rides).every(hasEnded)).toBe(true);
});

test('a car is reserved, called, held while the robot enters, sent on once it is inside, and released outside', () => {
  let ride: RideState = { ...aRide('a'), carId: 'A' };
  const at = (status: RideReport['status'], car: CarView, order: number) => {
    ride = afterReport(ride, reportOf(status, order), order * 1000);
    return nextCommand(ride, car, order * 1000);
  };
  expect(nextCommand(ride, aCar({ leasedBy: null, mode: 'NORMAL' }), 0)).toEqual({
    type: 'reserve',
    from: '0',
    to: '1',
  });
  expect(nextCommand(ride, aCar({ floor: '1' }), 0)).toEqual({ type: 'call', floor: '0' });
  expect(at('ENTERING', aCar(), 1)).toEqual({ type: 'hold', door: 'FRONT', seconds: 5 });
  expect(at('RIDING', aCar(), 2)).toEqual({ type: 'call', floor: '1' });
  expect(at('EXITING', aCar({ floor: '1' }), 3)).toMatchObject({ type: 'hold' });
  expect(at('EXITED', aCar({ floor: '1' }), 4)).toEqual({ type: 'release' });
  expect(nextCommand(ride, aCar({ leasedBy: null }), 5000)).toBeUndefined();
});

test('a door is held for a robot that speaks, 120 seconds at most, and the lease is kept after it', () => {
  const entering = afterReport({ ...aRide('a'), carId: 'A' }, reportOf('ENTERING', 1), 0);
  expect(nextCommand(entering, aCar(), 2000)).toMatchObject({ type: 'hold' });
  expect(nextCommand(entering, aCar(), 4000)).toMatchObject({ type: 'reserve' });
  const stillHeard = { ...entering, heardMs: 125_000 };
  expect(nextCommand(stillHeard, aCar(), 125_000)).toMatchObject({ type: 'reserve' });
});

test('fire, emergency and out of service are never overridden', () => {
  const riding = afterReport({ ...aRide('a'), carId: 'A' }, reportOf('RIDING', 1), 0);
  for (const mode of ['FIRE', 'EMERGENCY', 'OUT_OF_SERVICE'] as const) {
    expect(nextCommand(riding, aCar({ mode }), 1000)).toBeUndefined();
    expect(grantOf(riding, aCar({ mode }))).toBe('REVOKED');
    expect(brokenInvariant({ type: 'reserve' }, riding, { mode, leasedBy: null })).toContain(mode);
  }
});

test('a ride that fails with its robot inside keeps the car until the robot is out or a person frees it', () => {
  const inside = afterReport({ ...aRide('a'), carId: 'A' }, reportOf('RIDING', 1), 0);
  const failed = afterTime(inside, 400_000);
  expect(failed).toMatchObject({ status: 'FAILED', code: 'ROBOT_SILENT', place: 'INSIDE' });
  expect([hasCar(failed), nextCommand(failed, aCar(), 400_000)?.type]).toEqual([true, 'reserve']);
  expect(nextCommand({ ...failed, isReleased: true }, aCar(), 400_000)).toEqual({ type: 'release' });
  const out = afterReport(failed, reportOf('EXITED', 2), 500_000);
  expect([hasCar(out), nextCommand(out, aCar(), 500_000)?.type]).toEqual([false, 'release']);
});

test('a ride that is refused before its door opened frees its car at once, and otherwise when the robot says where it is', () => {
  const waiting = { ...aRide('a'), carId: 'A', denied: 'ABORTED' as const };
  expect(grantOf(waiting, aCar())).toBe('DENIED');
  expect(nextCommand(waiting, aCar(), 0)).toBeUndefined();
  const failed = afterReport(waiting, reportOf('FAILED', 1), 1000);
  expect(failed).toMatchObject({ code: 'ABORTED', place: 'OUTSIDE' });
  expect(nextCommand(failed, aCar(), 1000)).toEqual({ type: 'release' });
  // It went in before it heard of the refusal.
  const entered = afterReport({ ...waiting, isOpened: true }, reportOf('ENTERING', 1), 1000);
  expect([entered.denied, nextCommand(entered, aCar(), 1000)?.type]).toEqual([undefined, 'hold']);
});
