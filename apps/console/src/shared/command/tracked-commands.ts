import type { Command } from '@sweepline/contract';
import { useSyncExternalStore } from 'react';

/** A command somebody has just given in this window, until its end has been seen. */
export interface Followed {
  command: Pick<Command, 'id' | 'type' | 'status'>;
  /** As people call it. */
  device: string;
}

const most = 4;
let followed: readonly Followed[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Followed[]) {
  followed = next;
  listeners.forEach((listener) => listener());
}

/** Shows the life of a command, wherever the person goes meanwhile, until it has ended. */
export function followCommand(command: Followed['command'], device: string) {
  change([...followed.filter((one) => one.command.id !== command.id), { command, device }].slice(-most));
}

export const unfollow = (id: string) => change(followed.filter(({ command }) => command.id !== id));

const read = () => followed;

export const useFollowed = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    read,
  );
