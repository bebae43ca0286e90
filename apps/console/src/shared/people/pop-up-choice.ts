import { useSyncExternalStore } from 'react';
import { readerProfile } from '../../kit/format/reader.ts';

const key = 'popUps';
const listeners = new Set<() => void>();

/** The choice of this browser, else that of the user's profile, else on. */
export function popUpsOn(): boolean {
  const stored = localStorage.getItem(key);
  return stored === null ? (readerProfile().popUps ?? true) : stored === 'on';
}

export function choosePopUps(on: boolean) {
  localStorage.setItem(key, on ? 'on' : 'off');
  listeners.forEach((listener) => listener());
}

/** Removes the choice of this browser, so that a change of the profile applies to it too. */
export function forgetPopUpChoice() {
  localStorage.removeItem(key);
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePopUpsOn = () => useSyncExternalStore(subscribe, popUpsOn);
