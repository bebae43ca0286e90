import { commandTypes, type CommandType, type XCommand, type XResponse } from '@sweepline/contract/robot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Commands, succeeded, type Effect } from './apps/robot-sim/src/wire/commands/commands.ts';
import { memoryDisk } from './apps/robot-sim/src/wire/connection/disk.ts';
import { ServerClock } from './apps/robot-sim/src/wire/connection/server-clock.ts';
import {
  applyReply,
  commandMessage,
  isFinalCommand,
  isLaneBusy,
  passTime,
  type CommandRow,
} from './apps/server/src/robots/commands/command-rules.ts';

/**
 * The server's rules on one side, the simulator's on the other, and between them a network that delays, drops and keeps
 * messages, with a robot and a server that restart. The long form: FUZZ_ROUNDS=100000.
 */
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 5_000);
const types = Object.keys(commandTypes) as CommandType[];
const startMs = Date.parse('2026-11-22T12:00:00.000Z');
const resendMs = [2, 4, 8, 16, 32].map((seconds) => seconds * 1000);
const maxSkewMs = 300_000;

/** What happened in all rounds together: a model in which nothing is ever executed would prove nothing. */
const seen = { executed: new Set<string>(), lateAtRobot: 0, expired: 0, waitedInQueue: 0 };

const eventKinds = [
  ...['press', 'press', 'second', 'second', 'minute', 'expiry', 'expiry', 'drop', 'return', 'return'],
  ...['reboot', 'restart', 'brokerDown', 'brokerUp', 'wallClock'],
] as const;
type EventKind = (typeof eventKinds)[number];
interface Step {
  kind: EventKind;
  value: number;
}

const aStep = fc.record({ kind: fc.constantFrom(...eventKinds), value: fc.nat(9_999) });
const aRound = fc.record({
  seed: fc.integer({ min: 1 }),
  skewMs: fc.integer({ min: -maxSkewMs, max: maxSkewMs }),
  driftPpm: fc.integer({ min: -200, max: 200 }),
  /** Whether the broker keeps messages for a robot that is away; ours does not, another one may. */
  keepsMessages: fc.boolean(),
  steps: fc.array(aStep, { minLength: 6, maxLength: 24, size: 'max' }),
});
type Round = typeof aRound extends fc.Arbitrary<infer T> ? T : never;

interface InFlight {
  atMs: number;
  deliver: () => void;
}

/** One server, one robot and the line between them. `nowMs` is the server's clock, which is the true one. */
class World {
  nowMs = startMs;
  readonly #round: Round;
  #random: number;
  #inFlight: InFlight[] = [];
  // The server.
  readonly rows = new Map<string, CommandRow>();
  #believedOnline = true;
  #brokerUp = true;
  #queue: (() => ReturnType<typeof commandMessage>)[] = [];
  // The robot.
  #connected = true;
  #kept: (() => void)[] = [];
  readonly #disk = memoryDisk();
  #bootMs = startMs;
  #wallStepMs = 0;
  #commands!: Commands;
  #later: InFlight[] = [];
  readonly #executed = new Set<string>();

  constructor(round: Round) {
    this.#round = round;
    this.#random = round.seed;
    this.#boot();
    this.#commands.connected();
  }

  /** A pseudo-random number below `limit`. */
  #next(limit: number) {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * limit);
  }

  #delayMs = () => [5, 50, 800, 9_000, 70_000][this.#next(5)]! + this.#next(40);

  #boot() {
    this.#bootMs = this.nowMs;
    this.#later = [];
    const rate = 1 + this.#round.driftPpm / 1e6;
    const monotonicMs = () => (this.nowMs - this.#bootMs) * rate;
    const clock = new ServerClock({
      monotonicMs,
      ask: ({ requestId }) => this.#toServer(() => this.#answerTime(String(requestId))),
    });
    const answers = {
      reply: (body: Record<string, unknown>) => void this.#toServer(() => this.#reply(body)),
      again: (body: Record<string, unknown>) => this.#toServer(() => this.#reply(body)),
    };
    const effects = Object.fromEntries(types.map((type) => [type, this.#effect]));
    this.#commands = new Commands(this.#disk, answers, effects, () => this.#wallMs(), clock);
    this.#commands.afterBoot(this.#wallMs());
  }

  #wallMs = () => this.nowMs + this.#round.skewMs + this.#wallStepMs;

  #effect: Effect = (command, end) => {
    const row = this.rows.get(command.commandId)!;
    // This is what must never happen.
    expect(this.nowMs, `${command.type} was executed late`).toBeLessThan(Date.parse(row.expiresAt));
    expect(this.#executed.has(row.id), `${command.type} was executed twice`).toBe(false);
    this.#executed.add(row.id);
    seen.executed.add(command.type);
    if (this.#next(2) === 0) return succeeded();
    this.#later.push({ atMs: this.nowMs + this.#next(20_000), deliver: () => end(succeeded()) });
    return undefined;
  };

  // The line.

  #toServer(deliver: () => void) {
    if (!this.#connected || this.#next(5) === 0) return;
    this.#inFlight.push({ atMs: this.nowMs + this.#delayMs(), deliver });
  }

  #toRobot(deliver: () => void) {
    const arrive = () => {
      if (this.#connected) deliver();
      else if (this.#round.keepsMessages) this.#kept.push(deliver);
    };
    if (this.#next(8) > 0) this.#inFlight.push({ atMs: this.nowMs + this.#delayMs(), deliver: arrive });
  }

  // The server's side.

  #answerTime(requestId: string) {
    this.#believedOnline = true;
    const response = { requestId, status: 'OK', serverTime: new Date(this.nowMs).toISOString() } as XResponse;
    this.#toRobot(() => {
      this.#commands.answered(response, this.#wallMs());
    });
  }

  #reply(body: Record<string, unknown>) {
    this.#believedOnline = true;
    const row = this.rows.get(String(body['commandId']))!;
    const patch = applyReply(row, body as never, new Date(this.nowMs).toISOString());
    if (patch) this.rows.set(row.id, { ...row, ...patch });
  }

  #press(type: CommandType) {
    const { lane, class: kind, ttlMs, timeoutMs } = commandTypes[type];
    if (kind === 'INTERACTIVE' && !this.#believedOnline) return;
    const id = crypto.randomUUID();
    const at = new Date(this.nowMs).toISOString();
    const laneSeq = this.rows.size + 1;
    this.rows.set(id, {
      ...{
        id,
        companyId: 'c',
        deviceId: 'd',
        type,
        lane,
        laneSeq,
        class: kind,
        params: {},
        ttlMs,
        timeoutMs,
      },
      ...{ status: 'QUEUED', code: '', message: '', result: null, attempts: 0, late: false, by: 'test' },
      ...{ reason: '', canceledBy: '', createdAt: at, sentAt: null, lastSentAt: null, repliedAt: null },
      ...{ acceptedAt: null, runningAt: null, endedAt: null },
      expiresAt: new Date(this.nowMs + ttlMs).toISOString(),
    });
  }

  #serverTick() {
    for (const row of this.rows.values()) {
      if (isFinalCommand(row.status)) continue;
      const step = passTime(row, this.nowMs, this.#believedOnline, resendMs);
      if (step?.do === 'CHANGE') this.rows.set(row.id, { ...row, ...step.patch });
      else if (step?.do === 'SEND' && (row.status === 'SENT' || !isLaneBusy(row, this.#open())))
        this.#send(row);
    }
    for (const { status, expiresAt } of this.#open())
      if (status === 'QUEUED' || status === 'SENT') expect(this.nowMs).toBeLessThan(Date.parse(expiresAt));
    if (this.#brokerUp) this.#flush();
  }

  #open = () => this.rows.values().filter(({ status }) => !isFinalCommand(status));

  #send(row: CommandRow) {
    const at = new Date(this.nowMs).toISOString();
    const sent = { ...row, status: 'SENT' as const, attempts: row.attempts + 1, lastSentAt: at };
    this.rows.set(row.id, { ...sent, sentAt: row.sentAt ?? at });
    if (!this.#brokerUp) seen.waitedInQueue += 1;
    this.#queue.push(() => commandMessage(this.rows.get(row.id), this.nowMs));
  }

  /** Messages leave the server only here. */
  #flush() {
    for (const make of this.#queue.splice(0)) {
      const body = make();
      if (!body) continue;
      expect(this.nowMs, `${body.type} left the server late`).toBeLessThan(Date.parse(body.expiresAt));
      const command = { ...body } as XCommand;
      this.#toRobot(() => {
        if (this.nowMs >= Date.parse(command.expiresAt)) seen.lateAtRobot += 1;
        this.#commands.receive(command, this.#wallMs());
      });
    }
  }

  // Time.

  #advance(ms: number) {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const due = [...this.#inFlight, ...this.#later]
        .filter(({ atMs }) => atMs <= untilMs)
        .sort((one, other) => one.atMs - other.atMs)[0];
      if (!due) break;
      this.nowMs = Math.max(this.nowMs, due.atMs);
      this.#inFlight = this.#inFlight.filter((it) => it !== due);
      this.#later = this.#later.filter((it) => it !== due);
      due.deliver();
    }
    this.nowMs = untilMs;
    this.tick();
  }

  tick() {
    this.#commands.tick(this.#wallMs());
    this.#serverTick();
  }

  /** To a few milliseconds before or after some open command expires. */
  #toExpiry(value: number) {
    const ends = [...this.#open()].map(({ expiresAt }) => Date.parse(expiresAt));
    const end = ends[value % Math.max(1, ends.length)];
    if (end !== undefined) this.#advance(Math.max(0, end - this.nowMs + (value % 120) - 60));
  }

  #connect() {
    if (this.#connected) return;
    this.#connected = true;
    this.#commands.connected();
    for (const deliver of this.#kept.splice(0)) deliver();
  }

  take({ kind, value }: Step) {
    const acts: Record<EventKind, () => void> = {
      press: () => this.#press(types[value % types.length]!),
      second: () => this.#advance(value),
      minute: () => this.#advance(value * 30),
      expiry: () => this.#toExpiry(value),
      drop: () => {
        this.#connected = false;
        if (value % 2 === 0) this.#believedOnline = false;
      },
      return: () => {
        this.#connect();
        if (value % 4 > 0) this.#believedOnline = true;
      },
      reboot: () => {
        this.#connected = false;
        this.#boot();
        if (value % 2 === 0) this.#connect();
      },
      restart: () => {
        this.#queue = [];
        this.#believedOnline = false;
      },
      brokerDown: () => void (this.#brokerUp = false),
      brokerUp: () => void (this.#brokerUp = true),
      wallClock: () => void (this.#wallStepMs = (value % 600) * 1000 - maxSkewMs),
    };
    acts[kind]();
    this.tick();
  }
}

test('no command leaves the server or is executed at the robot after its expiry, in any interleaving', () => {
  fc.assert(
    fc.property(aRound, (round) => {
      const world = new World(round);
      for (const step of round.steps) world.take(step);
      for (const { status } of world.rows.values()) if (status === 'EXPIRED') seen.expired += 1;
    }),
    { numRuns: rounds },
  );
  // The rounds reached what they are about.
  expect([...seen.executed].toSorted()).toEqual(types.toSorted());
  expect(Math.min(seen.lateAtRobot, seen.expired, seen.waitedInQueue)).toBeGreaterThan(rounds / 50);
}, 600_000);
