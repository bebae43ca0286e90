import type { Robot } from '../robot.ts';
import type { Rule } from '../rule.ts';
import { broken } from '../verdict.ts';

/** The longest pause between two states, and what a busy machine adds. */
const stateMs = 30_000;
const toleranceMs = 2_000;

async function stateAfter(robot: Robot, ask: () => void, reason: string): Promise<void> {
  const mark = robot.mark();
  ask();
  if (!(await robot.next(mark, 'state', undefined, Math.max(5_000, robot.waitMs)))) broken(reason);
}

export const stateRules: readonly Rule[] = [
  {
    id: 'STATE-1',
    rule: 'It answers `stateRequest` with a `state`.',
    page: 'orders.md#instant-actions',
    check: (robot) => stateAfter(robot, () => robot.act('stateRequest'), 'no state after stateRequest'),
  },
  {
    id: 'STATE-2',
    rule: 'It sends a `state` at least every 30 seconds.',
    page: 'connecting.md#online-and-offline',
    check: async (robot) => {
      const last = robot.received.findLast(({ name }) => name === 'state');
      const mark = robot.mark();
      const leftMs = (last?.atMs ?? Date.now()) + stateMs + toleranceMs - Date.now();
      if (!(await robot.next(mark, 'state', undefined, Math.max(0, leftMs))))
        broken('more than 30 s without a state', last, 'timestamp');
    },
  },
  {
    id: 'STATE-3',
    rule: 'The `state` has a position on a map and the charge of the battery.',
    page: 'orders.md#sending-an-order',
    check: (robot) => {
      const message = robot.received.findLast(({ name }) => name === 'state');
      if (!message?.state) broken('no state can be read', message);
      if (!message.state.position) broken('no usable position', message);
      if (!message.state.battery) broken('no usable charge', message);
    },
  },
  {
    id: 'STATE-4',
    rule: 'It ignores fields that it does not know.',
    page: 'topics.md#unknown-fields-and-values',
    check: (robot) => {
      const planned = { actionType: 'stateRequest', actionId: crypto.randomUUID(), parameters: {} };
      const body = robot.codec.instantActions({ ...planned, blockingType: 'NONE' });
      return stateAfter(
        robot,
        () => robot.send('instantActions', { ...body, conform: { unknown: [1, 'field'] } }),
        'a stateRequest with an unknown field was not answered',
      );
    },
  },
];
