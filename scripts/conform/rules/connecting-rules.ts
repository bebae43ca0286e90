import { readDeclaration, xReported } from '@sweepline/contract/robot';
import type { Received, Robot } from '../robot.ts';
import { ownMessages, version3, type Rule } from '../rule.ts';
import { broken, NotTested } from '../verdict.ts';

const isLastWill = ({ name, body }: Received) =>
  name === 'connection' && /^CONNECTION_?BROKEN$/i.test(String(body['connectionState']));
/** The first attempt comes within a second, the second within two more; a robot may need some time for TLS. */
const reconnectMs = 20_000;

/**
 * Cuts the connection once. Returns the mark before the first message of the new connection. The last will comes after
 * everything that was sent on the old one; without it, `connection` is taken as the first message of the new one.
 */
const reconnected = (robot: Robot): Promise<number | undefined> =>
  robot.once('reconnected', async () => {
    const cut = robot.cut();
    const will = await robot.next(cut, 'connection', isLastWill);
    const old = will ? robot.received.indexOf(will) + 1 : cut;
    const isBack = await robot.wait(() => robot.mark() > old, Math.max(robot.waitMs, reconnectMs));
    if (!isBack) return undefined;
    return will
      ? old
      : old +
          Math.max(
            0,
            robot.since(old).findIndex(({ name }) => name === 'connection'),
          );
  });

async function markOf(robot: Robot): Promise<number> {
  const mark = await reconnected(robot);
  if (mark === undefined) throw new NotTested('the robot did not come back');
  return mark;
}

/** The messages of the new connection. */
async function firstMessages(robot: Robot) {
  const mark = await markOf(robot);
  await robot.next(mark, 'state');
  return robot.since(mark);
}

export const connectingRules: readonly Rule[] = [
  {
    id: 'CONNECT-1',
    rule: 'The robot connects again by itself when its connection is lost.',
    page: 'connecting.md#reconnecting',
    check: async (robot) => {
      if ((await reconnected(robot)) === undefined)
        broken(
          `no message within ${Math.max(robot.waitMs, reconnectMs) / 1000} s after the connection was cut`,
        );
    },
  },
  {
    id: 'CONNECT-2',
    rule: 'Its last will says on `connection`, retained, that the connection is broken.',
    page: 'connecting.md#last-will',
    check: async (robot) => {
      const mark = await markOf(robot);
      const will = robot.received.slice(0, mark).findLast(isLastWill);
      if (!will) broken('no last will came when the connection was cut');
      if (will.retain === false) broken('the last will is not retained', will);
    },
  },
  {
    id: 'CONNECT-3',
    rule: 'After each connection it says `ONLINE` on `connection`, retained.',
    page: 'connecting.md#order-of-connecting',
    needs: [ownMessages],
    check: async (robot) => {
      const message = (await firstMessages(robot)).find(({ name }) => name === 'connection');
      if (!message) broken('nothing came on connection after the reconnect');
      if (message.body['connectionState'] !== 'ONLINE') broken('not ONLINE', message, 'connectionState');
      if (message.retain === false) broken('not retained', message);
    },
  },
  {
    id: 'CONNECT-4',
    rule: 'A `state` follows each connection within five seconds.',
    page: 'connecting.md#order-of-connecting',
    needs: [ownMessages],
    check: async (robot) => {
      const [first, ...more] = await firstMessages(robot);
      const state = more.find(({ name }) => name === 'state');
      if (first?.name === 'state') broken('the state came before connection', first);
      if (!first || !state || state.atMs - first.atMs > 5_000) broken('no state within 5 s', first);
    },
  },
  {
    id: 'CONNECT-5',
    rule: 'It publishes `xReported`, retained, after each connection and before `state`.',
    page: 'connecting.md#order-of-connecting',
    needs: [ownMessages],
    check: async (robot) => {
      const messages = await firstMessages(robot);
      const reported = messages.find(({ name }) => name === 'xReported');
      if (!reported) broken('no xReported after the reconnect');
      if (reported.retain === false) broken('not retained', reported);
      const state = messages.find(({ name }) => name === 'state');
      if (state && messages.indexOf(state) < messages.indexOf(reported))
        broken('it came after state', reported);
    },
  },
];

export const factsheetRules: readonly Rule[] = [
  {
    id: 'FACTSHEET-1',
    rule: 'It answers `factsheetRequest` with its factsheet.',
    page: 'telemetry.md#factsheet',
    check: async (robot) => {
      if (!(await robot.askFactsheet())) broken('no factsheet after factsheetRequest');
    },
  },
  {
    id: 'FACTSHEET-2',
    rule: 'The factsheet lists every action that the robot takes.',
    page: 'telemetry.md#factsheet',
    needs: [version3],
    check: (robot) => {
      const factsheet = robot.received.findLast(({ name }) => name === 'factsheet');
      if (!factsheet) throw new NotTested('there is no factsheet');
      const field = 'protocolFeatures.mobileRobotActions';
      if (!robot.abilities?.actions?.size) broken('no action is listed', factsheet, field);
      const missing = ['cancelOrder', 'startPause', 'stopPause'].filter(
        (action) => !robot.abilities?.actions?.has(action),
      );
      if (missing.length > 0) broken(`it lacks ${missing.join(', ')}`, factsheet, field);
    },
  },
  {
    id: 'FACTSHEET-3',
    rule: 'What `xReported` declares does not contradict itself.',
    page: 'capabilities.md#contradictions',
    needs: [ownMessages],
    check: (robot) => {
      const reported = robot.received.findLast(({ name }) => name === 'xReported');
      if (!reported) throw new NotTested('there is no xReported');
      const parsed = xReported.safeParse(reported.body);
      if (!parsed.success) throw new NotTested('its xReported has another shape');
      const [field] = readDeclaration(parsed.data).faults;
      if (field !== undefined) broken('the server takes the declaration without this field', reported, field);
    },
  },
];
