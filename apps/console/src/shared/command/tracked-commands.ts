import type { Command } from '@sweepline/contract';
import { createStore } from '../../kit/store.ts';

/** A command issued in this window, until its end has been shown. */
export interface TrackedCommand {
  command: Pick<Command, 'id' | 'type' | 'status'>;
  /** The displayed name of the device. */
  device: string;
}

const maxTracked = 4;
const tracked = createStore<readonly TrackedCommand[]>([]);

/** Shows the state of a command on every page until it has ended. */
export function trackCommand(command: TrackedCommand['command'], device: string) {
  const others = tracked.get().filter((other) => other.command.id !== command.id);
  tracked.set([...others, { command, device }].slice(-maxTracked));
}

export const untrack = (id: string) => tracked.set(tracked.get().filter(({ command }) => command.id !== id));

/** The next person at this browser must not see what the former one did. */
export const untrackAll = () => tracked.set([]);

export const useTrackedCommands = tracked.use;
