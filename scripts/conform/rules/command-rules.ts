import type { Received, Robot } from '../robot.ts';
import { isFinalReply } from '../robot.ts';
import { ownMessages, type Rule } from '../rule.ts';
import { broken } from '../verdict.ts';
import { endsAs } from './command-ends.ts';

const page = 'commands.md#resend';
const attempts = 6;
/** Telemetry once a second, counted for this time. */
const rateMs = 5_500;

const sameAnswer = (a: Received, b: Received) =>
  ['status', 'code', 'result', 'msgId', 'seq'].every(
    (field) => JSON.stringify(a.body[field]) === JSON.stringify(b.body[field]),
  );

async function resendsHaveOneEffect(robot: Robot): Promise<void> {
  const laneSeq = robot.lastLaneSeq('SYSTEM') + 1;
  const commandId = robot.command('ping');
  const first = await robot.ending(commandId);
  if (!first) broken('ping was not answered');
  for (let attempt = 2; attempt <= attempts; attempt++) {
    const mark = robot.mark();
    robot.command('ping', {}, { commandId, laneSeq, attempt });
    const again = await robot.ending(commandId, undefined, mark);
    if (!again) broken(`attempt ${attempt} of a known command was not answered`, first, 'commandId');
    if (!sameAnswer(first, again)) broken('the answer to a known command is another one', again);
  }
}

async function runsOneAtATime(robot: Robot): Promise<void> {
  const mark = robot.mark();
  const [first, second] = [1, 2].map(() => robot.command('locate', { seconds: 1 }));
  const replyTo = (commandId: string | undefined) =>
    robot.since(mark, 'xReply').find(({ body }) => body['commandId'] === commandId);
  await robot.ending(second ?? '', Math.max(robot.waitMs, 12_000));
  const isEnd = (message: Received) => message.body['commandId'] === first && isFinalReply(message);
  const [firstEnd, secondBegin] = [robot.since(mark, 'xReply').find(isEnd), replyTo(second)];
  if (!firstEnd || !secondBegin) broken('two commands of one lane were not both answered');
  // By the robot's clock: the durable end may leave the robot after the next ACCEPTED.
  const beganAt = secondBegin.body['occurredAt'] ?? secondBegin.body['timestamp'];
  if (Date.parse(String(beganAt)) < Date.parse(String(firstEnd.body['occurredAt'])))
    broken('the second command of a lane began before the first had ended', secondBegin);
}

export const commandRules: readonly Rule[] = [
  {
    id: 'COMMAND-1',
    rule: 'It answers `ping` with `SUCCEEDED`.',
    page: 'commands.md#types',
    needs: [ownMessages],
    check: async (robot) => endsAs(await robot.ended('ping'), 'SUCCEEDED', ''),
  },
  {
    id: 'COMMAND-2',
    rule: 'It answers a known `commandId` with its last reply and does nothing else, however often it comes.',
    page,
    needs: [ownMessages],
    check: resendsHaveOneEffect,
  },
  {
    id: 'COMMAND-3',
    rule: 'It refuses a command whose `laneSeq` is not above the last one of its lane with `STALE_SEQUENCE`.',
    page,
    needs: [ownMessages],
    check: async (robot) => {
      await robot.ended('ping');
      const laneSeq = robot.lastLaneSeq('SYSTEM');
      endsAs(await robot.ending(robot.command('ping', {}, { laneSeq })), 'REJECTED', 'STALE_SEQUENCE');
    },
  },
  {
    id: 'COMMAND-4',
    rule: 'It refuses a command at or after its `expiresAt` with `EXPIRED`.',
    page: 'commands.md#expiry',
    needs: [ownMessages],
    check: async (robot) => {
      const commandId = robot.command('ping', {}, { expiresMs: Date.now() - 5_000 });
      endsAs(await robot.ending(commandId), 'REJECTED', 'EXPIRED');
    },
  },
  {
    id: 'COMMAND-5',
    rule: 'It refuses a type that it does not know with `UNSUPPORTED`.',
    page: 'commands.md#reply-codes',
    needs: [ownMessages],
    check: async (robot) =>
      endsAs(await robot.ending(robot.command('conform.unknown')), 'REJECTED', 'UNSUPPORTED'),
  },
  {
    id: 'COMMAND-6',
    rule: 'It refuses a parameter out of range with `BAD_PARAMS`.',
    page: 'commands.md#reply-codes',
    needs: [ownMessages],
    check: async (robot) =>
      endsAs(await robot.ended('stream.rate', { holdS: 99_999 }), 'REJECTED', 'BAD_PARAMS'),
  },
  {
    id: 'COMMAND-7',
    rule: 'It runs one command of a lane at a time, in the order of `laneSeq`.',
    page: 'commands.md#lanes',
    needs: [ownMessages],
    check: runsOneAtATime,
  },
  {
    id: 'COMMAND-8',
    rule: 'After `stream.rate` it sends telemetry as often as it is asked to.',
    page: 'topics.md#rates',
    needs: [ownMessages],
    check: async (robot) => {
      endsAs(await robot.ended('stream.rate', { telemetryS: 1, holdS: 10 }), 'SUCCEEDED', '');
      const mark = robot.mark();
      await robot.pause(rateMs);
      const count = robot.since(mark, 'xTelemetry').length;
      if (count < 4) broken(`${count} xTelemetry in ${rateMs / 1000} s, one a second was asked for`);
    },
  },
  {
    id: 'COMMAND-9',
    rule: 'A command that a restart interrupted ends as `FAILED`, code `INTERRUPTED`; a reboot has succeeded.',
    page,
    needs: [ownMessages],
    check: { untested: 'the tool does not restart the robot; try it by hand' },
  },
];
