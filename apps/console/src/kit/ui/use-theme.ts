import { createSource } from '../store.ts';
import type { Mode } from './theme.ts';
import { browserStorage } from '../storage.ts';

export type ThemeChoice = Mode | 'system';

const dark = () => matchMedia('(prefers-color-scheme: dark)');

export function themeChoice(): ThemeChoice {
  const stored = browserStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function currentMode(): Mode {
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return dark().matches ? 'dark' : 'light';
}

const mode = createSource(currentMode, (changed) => {
  const query = dark();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
});

/** `public/early.js` sets the same attribute before the first paint of the next visit. */
export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') {
    browserStorage.removeItem('theme');
    delete document.documentElement.dataset.theme;
  } else {
    browserStorage.setItem('theme', choice);
    document.documentElement.dataset.theme = choice;
  }
  mode.changed();
}

/** The current mode, light or dark, for antd and for canvas drawings. */
export const useMode = mode.use;
