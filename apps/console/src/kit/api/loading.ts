import { useSyncExternalStore } from 'react';

const patienceMs = 300;

let running = 0;
let visible = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function settle() {
  clearTimeout(timer);
  // Both showing and hiding are debounced: a quick call never shows the mask, and consecutive calls do not make it flicker.
  timer = setTimeout(() => {
    visible = running > 0;
    listeners.forEach((listener) => listener());
  }, patienceMs);
}

/** Shows the loading mask while `work` runs. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  running += 1;
  settle();
  try {
    return await work;
  } finally {
    running -= 1;
    settle();
  }
}

/** Whether the mask is shown. */
export const useLoading = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => visible,
  );
