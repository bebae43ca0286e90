import { useSyncExternalStore } from 'react';
import type { Mode } from './theme.ts';

export type ThemeChoice = Mode | 'system';

const dark = () => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** `public/early.js` sets the same attribute before the first paint of the next visit. */
export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') {
    localStorage.removeItem('theme');
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem('theme', choice);
    document.documentElement.dataset.theme = choice;
  }
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  const query = dark();
  listeners.add(listener);
  query.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', listener);
  };
}

/** The current mode, light or dark, for antd and for canvas drawings. */
export const useMode = (): Mode =>
  useSyncExternalStore(subscribe, () => {
    const choice = themeChoice();
    if (choice !== 'system') return choice;
    return dark().matches ? 'dark' : 'light';
  });
