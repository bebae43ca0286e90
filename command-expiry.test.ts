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
  stepAt,
  type CommandRow,
} from './apps/server/src/robots/commands/command-rules.ts';

/**
 * Tests the command rules of the server against those of the simulator. The network delays, drops and stores messages, and
 * both sides restart. A long run: FUZZ_ROUNDS=100000.
 */
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 5_000);
const types = Object.keys(commandTypes) as CommandType[];
const startMs = Date.parse('2026-11-22T12:00:00.000Z');
const resendMs = [2, 4, 8, 16, 32].map((seconds) => seconds * 1000);
const maxSkewMs = 300_000;

/** Totals of all rounds; without executed commands the test would prove nothing. */
const totals = { executed: new Set<string>(), lateAtRobot: 0, expired: 0, waitedInQueue: 0 };

const eventKinds = [
  ...['issue', 'issue', 'second', 'second', 'minute', 'expiry', 'expiry', 'drop', 'return', 'return'],
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
  /** Whether the broker stores messages for an offline robot; the embedded broker does not, others may. */
  keepsMessages: fc.boolean(),
  steps: fc.array(aStep, { minLength: 6, maxLength: 24, size: 'max' }),
});
type Round = typeof aRound extends fc.Arbitrary<infer T> ? T : never;

interface InFlight {
  atMs: number;
  deliver: () => void;
}

/** One server, one robot and the network between them. `nowMs` is the server's clock, the reference. */
class World {
  nowMs = startMs;
  readonly #round: Round;
  #random: number;
  #inFlight: InFlight[] = [];
  // State of the server.
  readonly rows = new Map<string, CommandRow>();
  #believedOnline = true;
  #brokerUp = true;
  #queue: (() => ReturnType<typeof commandMessage>)[] = [];
  // State of the robot.
  #connected = true;
  #storedMessages: (() => void)[] = [];
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
    // The property under test.
    expect(this.nowMs, `${command.type} was executed late`).toBeLessThan(Date.parse(row.expiresAt));
    expect(this.#executed.has(row.id), `${command.type} was executed twice`).toBe(false);
    this.#executed.add(row.id);
    totals.executed.add(command.type);
    if (this.#next(2) === 0) return succeeded();
    this.#later.push({ atMs: this.nowMs + this.#next(20_000), deliver: () => end(succeeded()) });
    return undefined;
  };

  // Network.

  #toServer(deliver: () => void) {
    if (!this.#connected || this.#next(5) === 0) return;
    this.#inFlight.push({ atMs: this.nowMs + this.#delayMs(), deliver });
  }

  #toRobot(deliver: () => void) {
    const arrive = () => {
      if (this.#connected) deliver();
      else if (this.#round.keepsMessages) this.#storedMessages.push(deliver);
    };
    if (this.#next(8) > 0) this.#inFlight.push({ atMs: this.nowMs + this.#delayMs(), deliver: arrive });
  }

  // Server.

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

  #issue(type: CommandType) {
    const { lane, class: kind, ttlMs, timeoutMs } = commandTypes[type];
    if (kind === 'INTERACTIVE' && !this.#believedOnline) return;
    const id = crypto.randomUUID();
    const at = new Date(this.nowMs).toISOString();
    const laneSeq = this.rows.size + 1;
    this.rows.set(id, {
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
      status: 'QUEUED',
      code: '',
      message: '',
      result: null,
      attempts: 0,
      late: false,
      by: 'test',
      reason: '',
      canceledBy: '',
      createdAt: at,
      sentAt: null,
      lastSentAt: null,
      repliedAt: null,
      acceptedAt: null,
      runningAt: null,
      endedAt: null,
      expiresAt: new Date(this.nowMs + ttlMs).toISOString(),
    });
  }

  #serverTick() {
    for (const row of this.rows.values()) {
      if (isFinalCommand(row.status)) continue;
      const step = stepAt(row, this.nowMs, this.#believedOnline, resendMs);
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
    const sentRow = { ...row, status: 'SENT' as const, attempts: row.attempts + 1, lastSentAt: at };
    this.rows.set(row.id, { ...sentRow, sentAt: row.sentAt ?? at });
    if (!this.#brokerUp) totals.waitedInQueue += 1;
    this.#queue.push(() => commandMessage(this.rows.get(row.id), this.nowMs));
  }

  /** Sends the queue; messages leave the server only here. */
  #flush() {
    for (const make of this.#queue.splice(0)) {
      const body = make();
      if (!body) continue;
      expect(this.nowMs, `${body.type} left the server late`).toBeLessThan(Date.parse(body.expiresAt));
      const command = { ...body } as XCommand;
      this.#toRobot(() => {
        if (this.nowMs >= Date.parse(command.expiresAt)) totals.lateAtRobot += 1;
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
        .sort((a, b) => a.atMs - b.atMs)[0];
      if (!due) break;
      this.nowMs = Math.max(this.nowMs, due.atMs);
      this.#inFlight = this.#inFlight.filter((message) => message !== due);
      this.#later = this.#later.filter((message) => message !== due);
      due.deliver();
    }
    this.nowMs = untilMs;
    this.tick();
  }

  tick() {
    this.#commands.tick(this.#wallMs());
    this.#serverTick();
  }

  /** Advances to a few milliseconds before or after the expiry of an open command. */
  #toExpiry(value: number) {
    const ends = [...this.#open()].map(({ expiresAt }) => Date.parse(expiresAt));
    const end = ends[value % Math.max(1, ends.length)];
    if (end !== undefined) this.#advance(Math.max(0, end - this.nowMs + (value % 120) - 60));
  }

  #connect() {
    if (this.#connected) return;
    this.#connected = true;
    this.#commands.connected();
    for (const deliver of this.#storedMessages.splice(0)) deliver();
  }

  apply({ kind, value }: Step) {
    const acts: Record<EventKind, () => void> = {
      issue: () => this.#issue(types[value % types.length]!),
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

test('no command is sent or executed after its expiry in any interleaving', () => {
  fc.assert(
    fc.property(aRound, (round) => {
      const world = new World(round);
      for (const step of round.steps) world.apply(step);
      for (const { status } of world.rows.values()) if (status === 'EXPIRED') totals.expired += 1;
    }),
    { numRuns: rounds },
  );
  // The rounds covered every command type and every kind of delay.
  expect([...totals.executed].toSorted()).toEqual(types.toSorted());
  expect(Math.min(totals.lateAtRobot, totals.expired, totals.waitedInQueue)).toBeGreaterThan(rounds / 50);
}, 600_000);
