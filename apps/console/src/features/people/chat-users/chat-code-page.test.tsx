import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test-kit/index.ts';
import { ChatCodePage } from './chat-code-page.tsx';

test.each(['chat_k7pm2wxr', 'K7PM-2WXR'])('the code of %s is shown in two groups of four', (token) => {
  renderPage(<ChatCodePage token={token} />, '/', null);
  expect(screen.getByText('K7PM-2WXR')).toBeTruthy();
  expect(screen.getByText('Copy the code')).toBeTruthy();
});

test.each(['chat_k7pm2wx', 'chat_K7PM2WX0', ''])('%s is refused as no linking code', (token) => {
  renderPage(<ChatCodePage token={token} />, '/', null);
  expect(screen.getByText('This is no linking code')).toBeTruthy();
  expect(screen.queryByText('Copy the code')).toBeNull();
});
