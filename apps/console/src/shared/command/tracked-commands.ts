import type { Command } from '@sweepline/contract';
import { useSyncExternalStore } from 'react';

/** A command somebody has just given in this window, until its end has been seen. */
export interface TrackedCommand {
  command: Pick<Command, 'id' | 'type' | 'status'>;
  /** As people call it. */
  device: string;
}

const most = 4;
let tracked: readonly TrackedCommand[] = [];
const listeners = new Set<() => void>();

function change(next: readonly TrackedCommand[]) {
  tracked = next;
  listeners.forEach((listener) => listener());
}

/** Shows the life of a command, wherever the person goes meanwhile, until it has ended. */
export function trackCommand(command: TrackedCommand['command'], device: string) {
  change([...tracked.filter((one) => one.command.id !== command.id), { command, device }].slice(-most));
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
