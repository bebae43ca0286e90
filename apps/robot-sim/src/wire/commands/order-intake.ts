import type { ActionV3, OrderV3 } from '@sweepline/contract/robot';
import { orderFault } from '../../robot/drive/order-check.ts';
import { nodeActions, startOrder } from '../../robot/drive/order-work.ts';
import type { Origin } from '../../robot/run.ts';
import { isScheduledRun } from '../../robot/drive/scheduled.ts';
import type { Robot } from '../../robot/robot.ts';
import { runInstantAction, type InstantActionContext } from './instant-actions.ts';
import type { Refused } from '../connection/refused.ts';
import type { Refusal } from '../messages/vda3-messages.ts';

/** Maximum number of refusals in the state. */
const maxRefusals = 5;

/** Accepts VDA orders and instant actions. The state reports refusals until the next accepted order. */
export class OrderIntake {
  readonly #robot: Robot;
  readonly #plain: boolean;
  readonly #context: InstantActionContext;
  readonly #log: (text: string) => void;
  /** A sleeping robot accepts no orders. */
  asleep = false;
  refusals: Refusal[] = [];

  constructor(robot: Robot, plain: boolean, context: InstantActionContext, log: (text: string) => void) {
    this.#robot = robot;
    this.#plain = plain;
    this.#context = context;
    this.#log = log;
  }

  /** Ends the sleep before the next scheduled start. */
  wake() {
    if (this.asleep) this.#context.hibernate(false);
  }

  /** The started runs of schedules. Set by `SelfStarts`. */
  starts: { isSettled: (runId: string) => boolean; settle: (runId: string) => void } | undefined;

  /** Takes an order of the robot itself, for a task that is due. */
  startOwn(order: OrderV3, taskId: string) {
    this.#take(order, 'DEVICE_SCHEDULE', undefined, taskId);
  }

  /** Takes or refuses an order. A repeated order is reported, not executed again (VDA 5050, 6.6). */
  order(order: OrderV3, by?: string) {
    const scheduled = isScheduledRun(order.orderId) ? 'SCHEDULE' : 'CLOUD';
    this.#take(order, by === undefined ? scheduled : 'HMI', by);
  }

  #take(order: OrderV3, origin: Origin, by?: string, taskId?: string) {
    const current = this.#robot.orders.entry.order;
    if (current?.orderId === order.orderId && current.orderUpdateId >= order.orderUpdateId) {
      this.#robot.events.changed();
      return;
    }
    // The robot started and finished this run before the order arrived.
    if (this.starts?.isSettled(order.orderId)) return this.#robot.events.changed();
    const fault = this.#unavailable() ?? this.#cannotClean(order) ?? orderFault(order, this.#checkContext());
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
    startOrder(this.#robot, order, origin, by, taskId);
  }

  instant(action: ActionV3) {
    const report = ({ errorType, message }: Refused) =>
      this.refuse({ errorType, reason: message, references: { actionId: action.actionId } });
    const refused = runInstantAction(this.#context, action, report);
    if (refused) report(refused);
    this.#robot.events.changed();
  }

  /** Other unreadable messages are ignored. */
  refuseUnreadable(topic: string, { reason, ids }: { reason: string; ids: Record<string, string> }) {
    if (topic !== 'order' && topic !== 'instantActions') return;
    this.refuse({ errorType: 'VALIDATION_FAILURE', reason, references: { topic, ...ids } });
  }

  refuse(refusal: Refusal) {
    this.refusals = [...this.refusals.slice(1 - maxRefusals), refusal];
    this.#log(`refused: ${refusal.errorType} ${refusal.reason}`);
    this.#robot.events.changed();
  }

  #unavailable() {
    const robot = this.#robot;
    if (robot.orders.active) {
      return { errorType: 'OTHER_ORDER_ACTIVE', reason: `order ${robot.orders.orderId} is active` };
    }
    if (
      robot.frozen ||
      robot.relocating ||
      robot.ride !== undefined ||
      robot.teleop.open ||
      this.asleep ||
      robot.mode === 'OTA_UPGRADE' ||
      robot.reportedMode === 'ERROR'
    ) {
      return { errorType: 'MOBILE_ROBOT_NOT_AVAILABLE', reason: robot.reportedMode };
    }
    return undefined;
  }

  /** A fault that forbids cleaning, and with blockOnConsumable a used-up part, refuse cleaning orders. */
  #cannotClean({ nodes }: OrderV3) {
    const { settings, wear, faults } = this.#robot;
    const cleans = nodes.some(({ actions }) => actions.some(({ actionType }) => actionType === 'cleanArea'));
    if (cleans && faults.stopsCleaning)
      return { errorType: 'MOBILE_ROBOT_NOT_AVAILABLE', reason: 'a fault forbids cleaning' };
    if (!cleans || !settings.blockOnConsumable || !wear.exhausted) return undefined;
    return { errorType: 'MOBILE_ROBOT_NOT_AVAILABLE', reason: 'a part is used up' };
  }

  #checkContext = () => ({
    mapId: this.#robot.world.mapId,
    pose: this.#robot.drive.pose,
    actions: this.#plain ? [] : nodeActions,
    cleaningModes: this.#robot.spec.cleaner?.cleaningModes ?? [],
    knowsArea: (areaId: string) => this.#robot.world.elements.polygons.some(({ id }) => id === areaId),
  });
}
