import { randomUUID } from 'node:crypto';
import type { PlannedAction } from '../../../apps/server/src/robots/protocol/robot-state.ts';
import { isDone, nodeAt, placeOf, sendOrder, standStill, startDrive } from '../orders.ts';
import type { Robot } from '../robot.ts';
import { offers, type Rule } from '../rule.ts';
import { broken, NotTested } from '../verdict.ts';

const page = 'orders.md#order-of-a-cleaning-run';
const needs = [offers('charge')];
const dockMs = 120_000;
const stopMs = 15_000;

/** The place in which it was seen charging. */
function chargerOf(robot: Robot) {
  const seen = robot.received.find(({ state }) => state?.battery?.charging && state.position)?.state;
  if (!seen?.position)
    throw new NotTested('it was not seen charging; put it into its charger before the test');
  return seen.position;
}

const lastState = (robot: Robot) => robot.received.findLast(({ state }) => state !== undefined);
const charges = (robot: Robot) => robot.state?.battery?.charging === true;

/** Ends charging, which a vehicle of VDA 5050 may have to be told. */
async function stopCharging(robot: Robot): Promise<void> {
  if (!charges(robot) || !robot.abilities?.actions?.has('stopCharging')) return;
  const mark = robot.mark();
  robot.act('stopCharging');
  await robot.nextState(mark, ({ battery }) => battery?.charging === false, stopMs);
}

/** Drives to the charger with the actions that it lists, as the server does. */
async function goesToCharge(robot: Robot): Promise<void> {
  const charger = chargerOf(robot);
  await leavesCharger(robot);
  await standStill(robot);
  const orderId = randomUUID();
  const listed = robot.abilities?.actions;
  const actions = ['dock', 'startCharging']
    .filter((type) => listed?.has(type) ?? type === 'startCharging')
    .map((actionType, index): PlannedAction => ({
      actionId: `${orderId}.${index}`,
      actionType,
      blockingType: 'HARD',
      parameters: actionType === 'dock' ? { station: 'CHARGER', pointId: 'charger' } : {},
    }));
  const { mapId, theta } = charger;
  const station = nodeAt({ ...charger, mapId }, 'charger', { deviation: 0.2, theta, actions });
  const mark = robot.mark();
  sendOrder(robot, [nodeAt(placeOf(robot), 'here'), station], orderId);
  const isThere = await robot.nextState(
    mark,
    (state) => state.orderId === orderId && isDone(state) && state.battery?.charging === true,
    dockMs,
  );
  if (!isThere) broken(`it does not charge ${dockMs / 1000} s after the order`, lastState(robot));
  const failed = isThere.state?.actions.find(({ status }) => status === 'FAILED');
  if (failed) broken(`${failed.actionType} failed`, isThere, 'actionStates');
}

async function leavesCharger(robot: Robot): Promise<void> {
  chargerOf(robot);
  await stopCharging(robot);
  await startDrive(robot, false);
  if (charges(robot)) broken('it drives and says that it charges', lastState(robot));
  await standStill(robot);
}

export const chargingRules: readonly Rule[] = [
  {
    id: 'CHARGE-1',
    rule: 'It leaves its charger with an order, after `stopCharging` if it lists that, and no longer says that it charges.',
    page: 'vda-vehicles.md#what-a-plain-vehicle-does',
    needs,
    check: leavesCharger,
  },
  {
    id: 'CHARGE-2',
    rule: 'An order to its charger with the actions that it lists (`dock`, `startCharging`) ends with `charging`.',
    page,
    needs,
    check: goesToCharge,
  },
  {
    id: 'CHARGE-3',
    rule: 'It says whether it charges, and a charge from 0 to 100.',
    page: 'orders.md#sending-an-order',
    check: (robot) => {
      const state = lastState(robot);
      const soc = state?.state?.battery?.soc;
      if (soc === undefined || soc < 0 || soc > 100) broken('no charge from 0 to 100', state);
    },
  },
];
