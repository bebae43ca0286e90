import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { toast } from './toasts.ts';

test('a toast of a failure has the title Error, and a toast of a success has none', async () => {
  renderPage(<p>page</p>);
  await screen.findByText('page');
  act(() => {
    toast({ tone: 'failed', text: 'Device offline', detail: 'r1' });
    toast({ tone: 'done', text: 'Saved', detail: 'r2' });
  });
  expect(screen.getByRole('alert').textContent).toBe('ErrorDevice offliner1');
  expect(screen.getByText('Saved').textContent).toBe('Savedr2');
});
