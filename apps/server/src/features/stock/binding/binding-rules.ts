import type { BindingState } from '@sweepline/contract';
import type { CommandType } from '@sweepline/contract/robot';

/** The events of a device binding. See docs/protocol/README.md#life-of-a-robot. */
export const bindingEvents = [
  'ACTIVATE',
  'FREEZE',
  'FROZEN_AT_ROBOT',
  'UNFREEZE',
  'UNFROZEN_AT_ROBOT',
  'EXPIRE',
  'UNBIND',
  'UNBOUND',
  'CHANGE_SN',
] as const;
export type BindingEvent = (typeof bindingEvents)[number];

type Transitions = Partial<Record<BindingEvent, BindingState>>;

/**
 * The state machine. All other events are refused. A freeze or unfreeze that has not reached the robot can be reversed:
 * the robot executes both commands in order.
 */
const transitions: Record<BindingState, Transitions> = {
  NOT_ACTIVATED: { ACTIVATE: 'ACTIVATED' },
  ACTIVATED: { FREEZE: 'FREEZING', EXPIRE: 'FREEZING', UNBIND: 'UNBINDING', CHANGE_SN: 'VOID' },
  FREEZING: { FROZEN_AT_ROBOT: 'FROZEN', UNFREEZE: 'UNFREEZING', EXPIRE: 'FREEZING', UNBIND: 'UNBINDING' },
  FROZEN: { UNFREEZE: 'UNFREEZING', EXPIRE: 'FROZEN', UNBIND: 'UNBINDING' },
  UNFREEZING: { UNFROZEN_AT_ROBOT: 'ACTIVATED', FREEZE: 'FREEZING', EXPIRE: 'FREEZING', UNBIND: 'UNBINDING' },
  UNBINDING: { UNBOUND: 'NOT_ACTIVATED' },
  VOID: {},
};

/** The next state of an event, undefined if the event is not allowed. */
export const nextBinding = (from: BindingState, event: BindingEvent): BindingState | undefined =>
  transitions[from][event];

interface BindingCommand {
  type: CommandType;
  done: BindingEvent;
}
/** The command of each waiting state and the event of its success. */
export const bindingCommands: Readonly<Record<string, BindingCommand | undefined>> = {
  FREEZING: { type: 'device.freeze', done: 'FROZEN_AT_ROBOT' },
  UNFREEZING: { type: 'device.unfreeze', done: 'UNFROZEN_AT_ROBOT' },
  UNBINDING: { type: 'device.unbind', done: 'UNBOUND' },
} satisfies Partial<Record<BindingState, BindingCommand>>;
