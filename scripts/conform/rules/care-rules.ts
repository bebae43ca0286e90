import { nodeAt, placeOf, refused, errorsOf, standStill } from '../orders.ts';
import type { Received, Robot } from '../robot.ts';
import { declares, offers, version3, type Rule } from '../rule.ts';
import { broken, NotApplicable, NotTested } from '../verdict.ts';

const sleepMs = 20_000;
const wakeMs = 60_000;

/** Sends a command that has to succeed. */
async function succeeds(
  robot: Robot,
  type: Parameters<Robot['ended']>[0],
  params: object = {},
): Promise<Received> {
  const reply = await robot.ended(type, params);
  if (!reply) return broken(`${type} was not answered`);
  const { status, code } = reply.body;
  if (code === 'UNSUPPORTED') throw new NotApplicable(`it does not support ${type}`);
  if (code === 'MODE_FORBIDS' || code === 'RUN_ACTIVE')
    throw new NotTested(`${type} was refused: ${String(code)}`);
  if (status !== 'SUCCEEDED') broken('SUCCEEDED was expected', reply, 'status');
  return reply;
}

/** Fails unless an order is refused because the robot is not available. */
async function refusesOrders(robot: Robot): Promise<void> {
  const here = placeOf(robot);
  const { orderId, message } = await refused(robot, [nodeAt(here, 'here'), nodeAt(here, 'goal')]);
  if (!message?.state) return broken('the order was not refused');
  const isAvailable = errorsOf(message.state, orderId).every(
    ({ type }) => type !== 'MOBILE_ROBOT_NOT_AVAILABLE',
  );
  if (isAvailable) broken('MOBILE_ROBOT_NOT_AVAILABLE was expected', message, 'errors');
}

const telemetryShows = (robot: Robot, mark: number, field: string, value: unknown) =>
  robot.next(mark, 'xTelemetry', ({ body }) => body[field] === value);

async function withRelocation(robot: Robot, work: (mark: number) => Promise<void>): Promise<void> {
  await standStill(robot);
  const mark = robot.mark();
  await succeeds(robot, 'relocation.enter', { mapId: placeOf(robot).mapId });
  try {
    await work(mark);
  } finally {
    await robot.ended('relocation.exit');
  }
}

export const relocationRules: readonly Rule[] = [
  {
    id: 'RELOCATE-1',
    rule: 'In relocation mode `xTelemetry` says `relocating`.',
    page: 'maps.md#relocation',
    needs: [offers('relocate')],
    check: (robot) =>
      withRelocation(robot, async (mark) => {
        if (!(await telemetryShows(robot, mark, 'relocating', true)))
          broken('relocating is not true', robot.since(mark, 'xTelemetry').at(-1), 'relocating');
      }),
  },
  {
    id: 'RELOCATE-2',
    rule: 'In relocation mode it refuses orders (`MOBILE_ROBOT_NOT_AVAILABLE`).',
    page: 'maps.md#relocation',
    needs: [offers('relocate'), version3],
    check: (robot) => withRelocation(robot, () => refusesOrders(robot)),
  },
  {
    id: 'RELOCATE-3',
    rule: '`relocation.exit` ends the mode.',
    page: 'maps.md#relocation',
    needs: [offers('relocate')],
    check: async (robot) => {
      await withRelocation(robot, async () => {});
      const mark = robot.mark();
      await succeeds(robot, 'stream.rate', { telemetryS: 1, holdS: 10 });
      if (!(await telemetryShows(robot, mark, 'relocating', false)))
        broken('relocating is still true', robot.since(mark, 'xTelemetry').at(-1), 'relocating');
    },
  },
];

async function withFreeze(robot: Robot, work: () => Promise<void>): Promise<void> {
  await standStill(robot);
  await succeeds(robot, 'device.freeze', { reason: 'EXPIRED' });
  try {
    await work();
  } finally {
    await robot.ended('device.unfreeze');
  }
}

export const freezingRules: readonly Rule[] = [
  {
    id: 'FREEZE-1',
    rule: 'A frozen robot refuses orders (`MOBILE_ROBOT_NOT_AVAILABLE`) and keeps reporting.',
    page: 'credentials.md#freezing',
    needs: [offers('freeze'), version3],
    check: (robot) => withFreeze(robot, () => refusesOrders(robot)),
  },
  {
    id: 'FREEZE-2',
    rule: '`device.unfreeze` ends that.',
    page: 'credentials.md#freezing',
    needs: [offers('freeze'), version3],
    check: async (robot) => {
      await withFreeze(robot, async () => {});
      const here = placeOf(robot);
      const { orderId, message } = await refused(robot, [nodeAt(here, 'here'), nodeAt(here, 'goal')]);
      await standStill(robot);
      if (
        message?.state &&
        errorsOf(message.state, orderId).some(({ type }) => type === 'MOBILE_ROBOT_NOT_AVAILABLE')
      )
        broken('orders are still refused', message, 'errors');
    },
  },
];

export const sleepRules: readonly Rule[] = [
  {
    id: 'SLEEP-1',
    rule: 'It goes to sleep with `startHibernation` (`HIBERNATING`) and wakes up with `stopHibernation`.',
    page: 'connecting.md#sleep-and-wake-up',
    needs: [declares('startHibernation', 'stopHibernation')],
    check: async (robot) => {
      await standStill(robot);
      const says = (state: string) => (message: Received) => message.body['connectionState'] === state;
      const mark = robot.mark();
      robot.act('startHibernation');
      const asleep = await robot.next(mark, 'connection', says('HIBERNATING'), sleepMs);
      if (!asleep) return broken('not HIBERNATING after 20 s', robot.since(mark, 'connection').at(-1));
      const later = robot.mark();
      robot.act('stopHibernation');
      const isAwake = await robot.next(later, 'connection', says('ONLINE'), wakeMs);
      if (!isAwake) broken('not ONLINE after 60 s', robot.since(later, 'connection').at(-1));
      if (!(await robot.next(later, 'state'))) broken('no state after the wake-up');
    },
  },
];
