import { cleanup, configure } from '@testing-library/react';
import * as react from 'react';
import { afterAll, afterEach, vi } from 'vitest';
import { dismissToast, readToasts } from '../kit/ui/toasts.ts';
import { untrackAll } from '../shared/command/tracked-commands.ts';
import { startEnglish } from './texts.ts';
import './missing-in-jsdom.ts';

// React records a stack for each element that it makes, up to a number. They take a tenth of the time of these tests, and no test
// reads them. The counter is internal and has no type.
const internals: object = Reflect.get(
  react,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

// Rendering is slow on a busy machine. A missing element still fails the test.
configure({ asyncUtilTimeout: 30_000 });

// Files of one worker share the document and the loaded modules. This file runs before each of them.
localStorage.setItem('lang', 'en');
await startEnglish();
afterEach(() => {
  cleanup();
  for (const { id } of readToasts()) dismissToast(id);
  untrackAll();
  localStorage.clear();
  localStorage.setItem('lang', 'en');
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
