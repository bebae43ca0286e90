import { useSyncExternalStore } from 'react';

const patienceMs = 300;

let running = 0;
let visible = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function settle() {
  clearTimeout(timer);
  // Debounced both ways: a quick call never shows the mask, and two in a row do not make it blink.
  timer = setTimeout(() => {
    visible = running > 0;
    listeners.forEach((listener) => listener());
  }, patienceMs);
}

/** Keeps the loading mask up while `work` runs. Quiet work is not counted. */
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

/** Whether the mask is up. */
export const useLoading = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => visible,
  );
