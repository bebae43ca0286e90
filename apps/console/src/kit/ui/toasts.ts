import { createStore } from '../store.ts';

const shortMs = 1_500;
const longMs = 6_000;
/** Long enough to see what happened and to take it back. */
const withActMs = 10_000;

export interface Toast {
  id: number;
  tone: 'done' | 'failed';
  text: string;
  /** A second, smaller line, such as the request id of a failure. */
  detail?: string;
  /** Mostly undo. A toast with an action stays longer, so that the action can be reached. */
  action?: { text: string; run: () => void };
}

const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const staysMs = ({ action, detail }: Toast) => {
  if (action) return withActMs;
  return detail ? longMs : shortMs;
};

/** Shows a toast. The same text again restarts the existing toast. */
export function toast(words: Omit<Toast, 'id'>) {
  const existing = toasts.get().find(({ text, tone }) => text === words.text && tone === words.tone);
  const next = { ...words, id: existing?.id ?? nextId++ };
  toasts.set([...toasts.get().filter(({ id }) => id !== next.id), next].slice(-4));
  resumeToast(next);
}

export function dismissToast(id: number) {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.set(toasts.get().filter((other) => other.id !== id));
}

/** Keeps a toast while the pointer is over it. */
export const pauseToast = (id: number) => clearTimeout(timers.get(id));

export function resumeToast(resumed: Toast) {
  clearTimeout(timers.get(resumed.id));
  timers.set(
    resumed.id,
    setTimeout(() => dismissToast(resumed.id), staysMs(resumed)),
  );
}

export const readToasts = toasts.get;

export const useToasts = toasts.use;
