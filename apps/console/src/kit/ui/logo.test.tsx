import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { Logo } from './logo.tsx';

afterEach(() => localStorage.removeItem('lang'));

test.each([
  ['en', 'Sweepline'],
  ['ge', 'Sweepline'],
  ['zh-cn', '清扫线'],
  ['zh-cw', '清掃線'],
])('the default logo in %s says %s', async (lang, name) => {
  localStorage.setItem('lang', lang);
  renderPage(<Logo />);
  expect(await screen.findByText(name)).toBeTruthy();
});
