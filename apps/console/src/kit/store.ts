import { useSyncExternalStore } from 'react';

/**
 * State that `read` finds outside React. Call `changed` after each change. `connect` follows an outside event while
 * a component uses the state.
 */
export function createSource<T>(read: () => T, connect?: (changed: () => void) => () => void) {
  const listeners = new Set<() => void>();
  const changed = () => listeners.forEach((listener) => listener());
  let disconnect: (() => void) | undefined;
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) disconnect = connect?.(changed);
    listeners.add(listener);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) disconnect?.();
    };
  };
  return { get: read, changed, subscribe, use: () => useSyncExternalStore(subscribe, read, read) };
}

/** One value outside React. `use` renders the component again after each `set`. */
export function createStore<T>(initial: T) {
  let value = initial;
  const { changed, ...source } = createSource(() => value);
  const set = (next: T) => {
    value = next;
    changed();
  };
  return { ...source, set };
}
