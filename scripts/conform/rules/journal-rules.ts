import { uuidPattern } from '@sweepline/contract/robot';
import type { Received, Robot } from '../robot.ts';
import { ownMessages, type Rule } from '../rule.ts';
import { broken, NotTested } from '../verdict.ts';

const page = 'journal.md#journal';
const repeatMs = 30_000;
const toleranceMs = 5_000;
const maxUnderWay = 20;

const isDurable = ({ body }: Received) => typeof body['msgId'] === 'string';
const idOf = ({ body }: Received) => String(body['msgId']);

/** Each durable message once, in the order in which it came first. */
const firsts = (robot: Robot) =>
  [
    ...new Map(
      robot.received
        .filter(isDurable)
        .toReversed()
        .map((message) => [idOf(message), message]),
    ).values(),
  ].toReversed();

/** One durable message without acknowledgement: over a reconnect, over half a minute, and after its acknowledgement. */
const unacknowledged = (robot: Robot) =>
  robot.once('unacknowledged', async () => {
    const begin = robot.mark();
    robot.acknowledges = false;
    try {
      const first = await robot.ended('ping');
      if (!first || !isDurable(first)) throw new NotTested('ping has no durable reply, see COMMAND-1');
      const again = (mark: number, withinMs: number) =>
        robot.wait(() => robot.since(mark).find((message) => idOf(message) === idOf(first)), withinMs);
      const afterReconnect = await again(robot.cut(), Math.max(robot.waitMs, 20_000));
      const later = await again(robot.mark(), repeatMs + toleranceMs);
      robot.acknowledges = true;
      robot.answerAll(begin);
      // The acknowledgement has to reach the robot before the connection is cut.
      await robot.pause(1_000);
      const afterAck = await again(robot.cut(), 8_000);
      return { first, afterReconnect, later, afterAck };
    } finally {
      robot.acknowledges = true;
      robot.answerAll(begin);
    }
  });

function isRepetition(first: Received, again: Received): void {
  for (const field of ['msgId', 'bootId', 'seq', 'occurredAt'])
    if (again.body[field] !== first.body[field]) broken('the repetition differs', again, field);
  for (const field of ['headerId', 'timestamp'])
    if (again.body[field] === first.body[field]) broken('the repetition has the old one', again, field);
}

async function limitsUnderWay(robot: Robot): Promise<void> {
  const mark = robot.mark();
  robot.acknowledges = false;
  try {
    const commandIds = Array.from({ length: maxUnderWay + 5 }, () => robot.command('ping'));
    const answered = () => new Set(robot.since(mark).filter(isDurable).map(idOf)).size;
    await robot.wait(() => answered() >= maxUnderWay);
    await robot.pause(2_000);
    if (answered() > maxUnderWay) broken(`${answered()} messages were under way without acknowledgement`);
    if (answered() < maxUnderWay) throw new NotTested(`only ${answered()} messages came`);
    robot.acknowledges = true;
    robot.answerAll(mark);
    const last = await robot.ending(commandIds.at(-1) ?? '', Math.max(robot.waitMs, 10_000));
    if (!last) broken('the other messages did not come after the acknowledgement');
  } finally {
    robot.acknowledges = true;
    robot.answerAll(mark);
  }
}

export const journalRules: readonly Rule[] = [
  {
    id: 'JOURNAL-1',
    rule: 'After a reconnect it repeats every message without acknowledgement.',
    page,
    needs: [ownMessages],
    check: async (robot) => {
      const { first, afterReconnect } = await unacknowledged(robot);
      if (!afterReconnect) broken('not repeated after the reconnect', first, 'msgId');
      isRepetition(first, afterReconnect);
    },
  },
  {
    id: 'JOURNAL-2',
    rule: 'It repeats a message without acknowledgement after 30 s, with the same `msgId`, `seq` and `occurredAt`.',
    page,
    needs: [ownMessages],
    check: async (robot) => {
      const { first, later } = await unacknowledged(robot);
      if (!later) broken(`not repeated within ${(repeatMs + toleranceMs) / 1000} s`, first, 'msgId');
      isRepetition(first, later);
    },
  },
  {
    id: 'JOURNAL-3',
    rule: 'It does not repeat an acknowledged message.',
    page: 'journal.md#acknowledgement',
    needs: [ownMessages],
    check: async (robot) => {
      const { afterAck } = await unacknowledged(robot);
      if (afterAck) broken('repeated after its xAck and a reconnect', afterAck, 'msgId');
    },
  },
  {
    id: 'JOURNAL-4',
    rule: 'At most 20 messages are under way without acknowledgement.',
    page,
    needs: [ownMessages],
    check: limitsUnderWay,
  },
  {
    id: 'JOURNAL-5',
    rule: 'Each durable message has `msgId`, `bootId`, `seq` and `occurredAt`; a reply that ends a command is durable.',
    page: 'topics.md#envelope',
    needs: [ownMessages],
    check: (robot) => {
      const durable = ['xTask', 'xReport', 'xAlarm', 'xMap'];
      const messages = robot.received.filter(
        (message) => durable.includes(message.name) || (message.name === 'xReply' && isFinal(message)),
      );
      if (messages.length === 0) throw new NotTested('the robot sent no durable message');
      for (const message of messages) {
        const { msgId, bootId, seq, occurredAt } = message.body;
        if (!uuidPattern.test(String(msgId))) broken('no UUID', message, 'msgId');
        if (!uuidPattern.test(String(bootId))) broken('no UUID', message, 'bootId');
        if (!Number.isInteger(seq) || Number(seq) < 1) broken('no number from 1 on', message, 'seq');
        if (Number.isNaN(Date.parse(String(occurredAt)))) broken('no time', message, 'occurredAt');
      }
    },
  },
  {
    id: 'JOURNAL-6',
    rule: '`seq` rises by 1 over all durable topics together.',
    page: 'topics.md#envelope',
    needs: [ownMessages],
    check: (robot) => {
      const messages = firsts(robot);
      if (messages.length < 2) throw new NotTested('the robot sent fewer than two durable messages');
      for (const [index, message] of messages.slice(1).entries())
        if (message.body['seq'] !== Number(messages[index]?.body['seq']) + 1)
          broken(`${String(messages[index]?.body['seq'])} came before`, message, 'seq');
    },
  },
];

const isFinal = ({ body }: Received) => !['ACCEPTED', 'RUNNING'].includes(String(body['status']));
