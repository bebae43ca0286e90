import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

const beside = () => document.querySelector('.ant-modal-wrap')!;

test('a dialog with a field is closed by its buttons only', async () => {
  const closed = vi.fn<() => void>();
  render(
    <Dialog open title="Reason" onCancel={closed}>
      <textarea aria-label="Reason" />
    </Dialog>,
  );
  await userEvent.type(screen.getByRole('textbox'), 'typed{Escape}');
  fireEvent.mouseDown(beside());
  fireEvent.click(beside());
  expect(closed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(closed).toHaveBeenCalledTimes(2);
});

test('a dialog without fields is closed by Escape', async () => {
  const closed = vi.fn<() => void>();
  render(
    <Dialog open title="Stop?" onCancel={closed}>
      The run ends.
    </Dialog>,
  );
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledOnce();
});
