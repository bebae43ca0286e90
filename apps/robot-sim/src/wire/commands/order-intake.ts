import type { ActionV3, OrderV3 } from '@sweepline/contract/robot';
import { orderFault } from '../../robot/drive/order-check.ts';
import { nodeActions, takeOrder } from '../../robot/drive/order-work.ts';
import type { Origin } from '../../robot/run.ts';
import { isScheduledRun } from '../../robot/drive/scheduled.ts';
import type { Robot } from '../../robot/robot.ts';
import { doInstantAction, type Desk } from './instant-actions.ts';
import type { Refused } from '../connection/refused.ts';
import type { Refusal } from '../messages/vda3-messages.ts';

/** Refusals told at once; older ones have been read by whoever wanted to. */
const remembered = 5;

/** Takes VDA orders and instant actions, and remembers why it refused one: the state tells it until the next good order. */
export class OrderIntake {
  readonly #robot: Robot;
  readonly #plain: boolean;
  readonly #desk: Desk;
  readonly #told: (what: string) => void;
  /** A sleeping robot takes no orders. */
  asleep = false;
  refusals: Refusal[] = [];

  constructor(robot: Robot, plain: boolean, desk: Desk, told: (what: string) => void) {
    this.#robot = robot;
    this.#plain = plain;
    this.#desk = desk;
    this.#told = told;
  }

  /** Ends its sleep by itself, because it has work soon. */
  wake() {
    if (this.asleep) this.#desk.hibernate(false);
  }

  /** Which runs of schedules were begun already, and that one now is. Set by who keeps the schedules. */
  starts: { isSettled: (runId: string) => boolean; settle: (runId: string) => void } | undefined;

  /** An order the robot gives itself, for one of its tasks that is due. */
  own(order: OrderV3, taskId: string) {
    this.#take(order, 'DEVICE_SCHEDULE', undefined, taskId);
  }

  /** Takes an order or says why not; an order already held is told again, not done again (VDA 5050, 6.6). */
  order(order: OrderV3, by?: string) {
    const scheduled = isScheduledRun(order.orderId) ? 'SCHEDULE' : 'CLOUD';
    this.#take(order, by === undefined ? scheduled : 'HMI', by);
  }

  #take(order: OrderV3, origin: Origin, by?: string, taskId?: string) {
    const held = this.#robot.book.entry.order;
    if (held?.orderId === order.orderId && held.orderUpdateId >= order.orderUpdateId) {
      this.#robot.news.changed();
      return;
    }
    // Begun without the server, and over before its order came.
    if (this.starts?.isSettled(order.orderId)) return this.#robot.news.changed();
    const fault = this.#unavailable() ?? this.#wornOut(order) ?? orderFault(order, this.#judge());
    if (fault) {
      const references = {
        topic: 'order',
        orderId: order.orderId,
        orderUpdateId: String(order.orderUpdateId),
      };
      this.refuse({ ...fault, references });
      return;
    }
    this.refusals = [];
    if (isScheduledRun(order.orderId)) this.starts?.settle(order.orderId);
    takeOrder(this.#robot, order, origin, by, taskId);
  }

  instant(action: ActionV3) {
    const told = ({ errorType, message }: Refused) =>
      this.refuse({ errorType, why: message, references: { actionId: action.actionId } });
    const refused = doInstantAction(this.#desk, action, told);
    if (refused) told(refused);
    this.#robot.news.changed();
  }

  refuse(refusal: Refusal) {
    this.refusals = [...this.refusals.slice(1 - remembered), refusal];
    this.#told(`refused: ${refusal.errorType} ${refusal.why}`);
    this.#robot.news.changed();
  }

  #unavailable() {
    const robot = this.#robot;
    if (robot.book.active) {
      return { errorType: 'OTHER_ORDER_ACTIVE', why: `order ${robot.book.orderId} is active` };
    }
    if (robot.frozen || robot.relocating || robot.teleop.open || this.asleep || robot.shownMode === 'ERROR') {
      return { errorType: 'MOBILE_ROBOT_NOT_AVAILABLE', why: robot.shownMode };
    }
    return undefined;
  }

  /** With a part that is used up it drives, but does not clean, where it is set so (2.24). */
  #wornOut({ nodes }: OrderV3) {
    const { settings, wear } = this.#robot;
    const cleans = nodes.some(({ actions }) => actions.some(({ actionType }) => actionType === 'cleanArea'));
    if (!cleans || !settings.blockOnConsumable || !wear.exhausted) return undefined;
    return { errorType: 'MOBILE_ROBOT_NOT_AVAILABLE', why: 'a part is used up' };
  }

  #judge = () => ({
    mapId: this.#robot.world.mapId,
    pose: this.#robot.drive.pose,
    actions: this.#plain ? [] : nodeActions,
    cleaningModes: this.#robot.spec.cleaner?.cleaningModes ?? [],
    knowsArea: (areaId: string) => this.#robot.world.elements.polygons.some(({ id }) => id === areaId),
  });
}
