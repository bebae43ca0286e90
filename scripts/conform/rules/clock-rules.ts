import type { Received, Robot } from '../robot.ts';
import { ownMessages, type Rule } from '../rule.ts';
import { broken, NotApplicable, NotTested } from '../verdict.ts';

const maxSkewMs = 2_000;
const repeatMs = 8_000;
/** 15 s, and what the robot and the line add. */
const refusedMs = 20_000;

const isTime = ({ body }: Received) => body['type'] === 'time';

/** A connection without an answer to the request for the time, and a command on it. */
const withoutTime = (robot: Robot) =>
  robot.once('without time', async () => {
    if (!robot.since(0, 'xRequest').some(isTime))
      throw new NotApplicable('it keeps no estimate of the server’s clock');
    robot.answersTime = false;
    const mark = robot.mark();
    try {
      robot.cut();
      const request = await robot.next(mark, 'xRequest', isTime, Math.max(robot.waitMs, 20_000));
      if (!request) return { request };
      const { requestId } = request.body;
      const repeats = () =>
        robot.since(mark, 'xRequest').filter(({ body }) => body['requestId'] === requestId);
      const commandId = robot.command('ping');
      await robot.wait(() => repeats().length > 1, repeatMs);
      return { request, repeats: repeats().length, ending: await robot.ending(commandId, refusedMs) };
    } finally {
      robot.answersTime = true;
      robot.answerAll(mark);
    }
  });

export const clockRules: readonly Rule[] = [
  {
    id: 'CLOCK-1',
    rule: 'Its clock is right to two seconds.',
    page: 'journal.md#clocks',
    check: (robot) => {
      const live = robot.received.filter(({ name, body }) => name !== 'connection' && !('msgId' in body));
      const off = live.filter(
        ({ body, atMs }) => !(Math.abs(atMs - Date.parse(String(body['timestamp']))) <= maxSkewMs),
      );
      // A single message may have been under way for longer.
      if (off.length * 2 > live.length) broken('more than 2 s off', off.at(-1), 'timestamp');
    },
  },
  {
    id: 'CLOCK-2',
    rule: 'It asks for the server’s time on each connection.',
    page: 'commands.md#the-robots-estimate-of-the-servers-clock',
    needs: [ownMessages],
    check: async (robot) => {
      if (!(await withoutTime(robot)).request) broken('no xRequest of type time after the reconnect');
    },
  },
  {
    id: 'CLOCK-3',
    rule: 'It repeats a request without an answer after 3 s, under the same `requestId`.',
    page: 'journal.md#requests',
    needs: [ownMessages],
    check: async (robot) => {
      const { request, repeats = 0 } = await withoutTime(robot);
      if (!request) throw new NotTested('there was no request, see CLOCK-2');
      if (repeats < 2) broken(`not repeated within ${repeatMs / 1000} s`, request, 'requestId');
    },
  },
  {
    id: 'CLOCK-4',
    rule: 'Without the server’s time it starts no command, and refuses one that waited 15 s with `EXPIRED`.',
    page: 'commands.md#the-robots-estimate-of-the-servers-clock',
    needs: [ownMessages],
    check: async (robot) => {
      const { request, ending } = await withoutTime(robot);
      if (!request) throw new NotTested('there was no request, see CLOCK-2');
      if (!ending) broken('the command had no end within 20 s');
      if (ending.body['status'] !== 'REJECTED') broken('the command was started', ending, 'status');
      if (ending.body['code'] !== 'EXPIRED') broken('another code', ending, 'code');
    },
  },
];
