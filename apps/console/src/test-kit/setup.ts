import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { dismissToast, readToasts } from '../kit/ui/toasts.ts';
import { startEnglish } from './texts.ts';
import './missing-in-jsdom.ts';

// Rendering is slow on a busy machine. A missing element still fails the test.
configure({ asyncUtilTimeout: 30_000 });

// Files of one worker share the document and the loaded modules. This file runs before each of them.
localStorage.setItem('lang', 'en');
await startEnglish();
afterEach(() => {
  cleanup();
  for (const { id } of readToasts()) dismissToast(id);
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
