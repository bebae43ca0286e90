import { useEffect, useSyncExternalStore } from 'react';

let current = '';
const listeners = new Set<() => void>();

function setName(name: string) {
  current = name;
  listeners.forEach((listener) => listener());
}

/** A page about one thing tells its name to the breadcrumb and to the window's title. */
export function usePageName(name: string | undefined) {
  useEffect(() => {
    setName(name ?? '');
    return () => setName('');
  }, [name]);
}

/** Empty while the page is not about one thing. */
export const useCurrentPageName = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
