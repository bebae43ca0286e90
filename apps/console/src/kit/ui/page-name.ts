import { useEffect, useSyncExternalStore } from 'react';

let current = '';
const listeners = new Set<() => void>();

function setName(name: string) {
  current = name;
  listeners.forEach((listener) => listener());
}

/** Sets the name of the current record in the breadcrumb and the window's title. */
export function usePageName(name: string | undefined) {
  useEffect(() => {
    setName(name ?? '');
    return () => setName('');
  }, [name]);
}

/** The name set by the page, or an empty string. */
export const useCurrentPageName = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
