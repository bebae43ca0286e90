import type { ActionV3, OrderV3 } from '@sweepline/contract/robot';
import { orderFault } from '../robot/order-check.ts';
import { nodeActions, takeOrder } from '../robot/order-work.ts';
import type { Robot } from '../robot/robot.ts';
import { doInstantAction, type Desk } from './instant-actions.ts';
import type { Refusal } from './vda3-messages.ts';

/** Refusals told at once; older ones have been read by whoever wanted to. */
const remembered = 5;

/** Takes VDA orders and instant actions, and remembers why it refused one: the state tells it until the next good order. */
export class OrderDesk {
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

  /** Takes an order or says why not; an order already held is told again, not done again (VDA 5050, 6.6). */
  order(order: OrderV3, by?: string) {
    const held = this.#robot.book.entry.order;
    if (held?.orderId === order.orderId && held.orderUpdateId >= order.orderUpdateId) {
      this.#robot.news.changed();
      return;
    }
    const fault = this.#unavailable() ?? orderFault(order, this.#judge());
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
    takeOrder(this.#robot, order, by === undefined ? 'CLOUD' : 'HMI', by);
  }

  instant(action: ActionV3) {
    const refused = doInstantAction(this.#desk, action);
    if (refused) {
      const references = { actionId: action.actionId };
      this.refuse({ errorType: refused.errorType, why: refused.message, references });
    }
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
    if (robot.frozen || robot.relocating || this.asleep || robot.shownMode === 'ERROR') {
      return { errorType: 'MOBILE_ROBOT_NOT_AVAILABLE', why: robot.shownMode };
    }
    return undefined;
  }

  #judge = () => ({
    mapId: this.#robot.world.mapId,
    pose: this.#robot.drive.pose,
    actions: this.#plain ? [] : nodeActions,
    cleaningModes: this.#robot.spec.cleaner?.cleaningModes ?? [],
    knowsArea: (areaId: string) => this.#robot.world.elements.polygons.some(({ id }) => id === areaId),
  });
}
