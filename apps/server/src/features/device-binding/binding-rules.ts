import type { BindingState } from '@sweepline/contract';
import type { CommandType } from '@sweepline/contract/robot';

/** What happens to how a device is bound (protocol 2.23). */
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

type Moves = Partial<Record<BindingEvent, BindingState>>;

/**
 * The whole machine. What is not here is refused. A freeze that did not reach the robot yet may be taken back, and a thaw too:
 * both wait in one lane, so the robot does them in order.
 */
const moves: Record<BindingState, Moves> = {
  NOT_ACTIVATED: { ACTIVATE: 'ACTIVATED' },
  ACTIVATED: { FREEZE: 'FREEZING', EXPIRE: 'FREEZING', UNBIND: 'UNBINDING', CHANGE_SN: 'VOID' },
  FREEZING: { FROZEN_AT_ROBOT: 'FROZEN', UNFREEZE: 'UNFREEZING', EXPIRE: 'FREEZING', UNBIND: 'UNBINDING' },
  FROZEN: { UNFREEZE: 'UNFREEZING', EXPIRE: 'FROZEN', UNBIND: 'UNBINDING' },
  UNFREEZING: { UNFROZEN_AT_ROBOT: 'ACTIVATED', FREEZE: 'FREEZING', EXPIRE: 'FREEZING', UNBIND: 'UNBINDING' },
  UNBINDING: { UNBOUND: 'NOT_ACTIVATED' },
  VOID: {},
};

/** Where an event leads; undefined where it does not happen. */
export const nextBinding = (from: BindingState, event: BindingEvent): BindingState | undefined =>
  moves[from][event];

interface BindingCommand {
  type: CommandType;
  done: BindingEvent;
}
/** What the robot is told on the way, and what its doing so means. */
export const bindingCommands: Readonly<Record<string, BindingCommand | undefined>> = {
  FREEZING: { type: 'device.freeze', done: 'FROZEN_AT_ROBOT' },
  UNFREEZING: { type: 'device.unfreeze', done: 'UNFROZEN_AT_ROBOT' },
  UNBINDING: { type: 'device.unbind', done: 'UNBOUND' },
} satisfies Partial<Record<BindingState, BindingCommand>>;
