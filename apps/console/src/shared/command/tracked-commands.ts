import type { Command } from '@sweepline/contract';
import { useSyncExternalStore } from 'react';

/** A command issued in this window, until its end has been shown. */
export interface TrackedCommand {
  command: Pick<Command, 'id' | 'type' | 'status'>;
  /** The displayed name of the device. */
  device: string;
}

const maxTracked = 4;
let tracked: readonly TrackedCommand[] = [];
const listeners = new Set<() => void>();

function change(next: readonly TrackedCommand[]) {
  tracked = next;
  listeners.forEach((listener) => listener());
}

/** Shows the state of a command on every page until it has ended. */
export function trackCommand(command: TrackedCommand['command'], device: string) {
  change(
    [...tracked.filter((other) => other.command.id !== command.id), { command, device }].slice(-maxTracked),
  );
}

export const untrack = (id: string) => change(tracked.filter(({ command }) => command.id !== id));

const read = () => tracked;

export const useTrackedCommands = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    read,
  );
