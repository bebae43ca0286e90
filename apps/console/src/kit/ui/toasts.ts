import { useSyncExternalStore } from 'react';

const shortMs = 1_500;
const longMs = 6_000;

export interface Toast {
  id: number;
  tone: 'done' | 'failed';
  text: string;
  /** A second, smaller line: the request id of a failure. */
  detail?: string;
  /** Undo, mostly. A toast that offers something stays long enough to be read and reached. */
  action?: { text: string; run: () => void };
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  toasts = next;
  listeners.forEach((listener) => listener());
}

const staysMs = (toast: Toast) => (toast.action || toast.detail ? longMs : shortMs);

/** Says something in passing. The same words twice are one toast that starts over. */
export function toast(words: Omit<Toast, 'id'>) {
  const shown = toasts.find(({ text, tone }) => text === words.text && tone === words.tone);
  const next = { ...words, id: shown?.id ?? nextId++ };
  change([...toasts.filter(({ id }) => id !== next.id), next].slice(-4));
  resumeToast(next);
}

export function dismissToast(id: number) {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(toasts.filter((shown) => shown.id !== id));
}

/** While the pointer rests on it a toast does not leave. */
export const holdToast = (id: number) => clearTimeout(timers.get(id));

export function resumeToast(shown: Toast) {
  clearTimeout(timers.get(shown.id));
  timers.set(
    shown.id,
    setTimeout(() => dismissToast(shown.id), staysMs(shown)),
  );
}

export const readToasts = () => toasts;

export const useToasts = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readToasts,
    readToasts,
  );
