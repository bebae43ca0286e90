import { commandTypes, type Lane } from '@sweepline/contract/robot';
import { between, pick, randomFrom, seedFor, type Random } from '../../apps/robot-sim/src/random.ts';
import { commands } from '../../apps/server/src/entities/devices/command-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltTask } from './build-fleet.ts';
import { people } from './people.ts';
import { places } from './places.ts';

type Command = typeof commands.$inferInsert;
type Ending = Pick<Command, 'status' | 'code'>;

const dayMs = 86_400_000;
/** Days with commands, and commands of each robot in these days and in the last day. */
const historyDays = 30;
const [ofMonth, ofLastDay] = [9, 3];
const actionTimeoutMs = 20_000;

/** Commands that a robot answers without changing its settings or position. */
const types = [
  'locate',
  'locate',
  'chassis.selfCheck',
  'device.reboot',
  'device.wake',
  'run.charge',
] as const;
const reasons = {
  zh: ['早班巡检', '交接班', '现场找不到机器人', '', ''],
  de: ['Rundgang am Morgen', 'Schichtwechsel', 'Vor Ort nicht gefunden', '', ''],
} as const;
/** One command of eight fails. */
const failures: readonly Ending[] = [
  { status: 'REJECTED', code: 'RUN_ACTIVE' },
  { status: 'TIMED_OUT', code: 'TIMED_OUT' },
  { status: 'EXPIRED', code: 'EXPIRED' },
];

/** Creates the commands that people gave to the robots in the last weeks, with their answers. */
export async function buildCommands(db: Tx, now: () => Date, tasks: readonly BuiltTask[]): Promise<void> {
  const rows = [...Map.groupBy(tasks, ({ deviceId }) => deviceId).values()].flatMap(([task]) =>
    commandsOf(task!, now().getTime()),
  );
  await db.insert(commands).values(rows);
}

function commandsOf(task: BuiltTask, nowMs: number): Command[] {
  const random = randomFrom(seedFor(`${task.robot.sn} commands`, 1));
  const ages = [
    ...Array.from({ length: ofMonth }, () => between(random, dayMs, historyDays * dayMs)),
    ...Array.from({ length: ofLastDay }, () => between(random, dayMs / 48, dayMs)),
  ];
  const numbers = new Map<string, number>();
  return ages
    .toSorted((a, b) => b - a)
    .map((age) => {
      const command = commandAt(task, random, nowMs - age);
      const laneSeq = (numbers.get(command.lane) ?? 0) + 1;
      numbers.set(command.lane, laneSeq);
      return { ...command, laneSeq };
    });
}

type Rule = { lane: Lane | 'ACTION'; class: Command['class']; ttlMs: number; timeoutMs: number };
const ruleOf = (type: string): Rule =>
  Object.hasOwn(commandTypes, type)
    ? commandTypes[type as keyof typeof commandTypes]
    : { lane: 'ACTION', class: 'ACTION', ttlMs: actionTimeoutMs, timeoutMs: actionTimeoutMs };

function commandAt(task: BuiltTask, random: Random, createdMs: number): Omit<Command, 'laneSeq'> {
  const { key, language, company } = places.find((place) => place.key === task.robot.place)!;
  const type = pick(random, types)!;
  const staff = people.filter((person) => person.company === company && person.role !== 'reader');
  const author = pick(random, staff) ?? people[0]!;
  const rule = ruleOf(type);
  const failure = random() * 8 < 1 ? pick(random, failures) : undefined;
  const iso = (ms: number) => new Date(Math.round(ms)).toISOString();
  const sentMs = createdMs + between(random, 3, 30);
  const repliedMs = sentMs + between(random, 60, 900);
  const workMs = type === 'device.reboot' ? 95_000 : 1_200;
  const answered = failure === undefined || failure.status === 'REJECTED';
  const done = failure === undefined;
  const endedMs = done ? repliedMs + workMs : answered ? repliedMs : createdMs + rule.timeoutMs;
  return {
    id: newId(),
    companyId: task.companyId,
    deviceId: task.deviceId,
    type,
    lane: rule.lane,
    class: rule.class,
    params: {},
    status: failure?.status ?? 'SUCCEEDED',
    code: failure?.code ?? '',
    attempts: answered ? 1 : 2,
    ttlMs: rule.ttlMs,
    timeoutMs: rule.timeoutMs,
    by: author.username,
    reason: pick(random, reasons[language]) ?? key,
    createdAt: iso(createdMs),
    sentAt: iso(sentMs),
    lastSentAt: iso(sentMs),
    repliedAt: answered ? iso(repliedMs) : null,
    acceptedAt: done ? iso(repliedMs) : null,
    runningAt: done ? iso(repliedMs + 40) : null,
    endedAt: iso(endedMs),
    expiresAt: iso(createdMs + rule.ttlMs),
  };
}
