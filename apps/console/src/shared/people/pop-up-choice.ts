import { useSyncExternalStore } from 'react';
import { readerProfile } from '../../kit/format/reader.ts';

const key = 'popUps';
const listeners = new Set<() => void>();

/** What was chosen in this browser, else what the person says of themselves, else on. */
export function popUpsOn(): boolean {
  const stored = localStorage.getItem(key);
  return stored === null ? (readerProfile().popUps ?? true) : stored === 'on';
}

export function choosePopUps(on: boolean) {
  localStorage.setItem(key, on ? 'on' : 'off');
  listeners.forEach((listener) => listener());
}

/** Whoever says it anew for all their browsers means this one too. */
export function forgetPopUpChoice() {
  localStorage.removeItem(key);
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePopUpsOn = () => useSyncExternalStore(subscribe, popUpsOn);
