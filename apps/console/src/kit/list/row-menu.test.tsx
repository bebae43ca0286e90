import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { Button } from '../ui/button.tsx';
import { RowMenu } from './row-menu.tsx';

test('the three dots name their row, and a chosen item runs', async () => {
  const run = vi.fn<() => void>();
  renderPage(<RowMenu label="Lobby" items={[false, { key: 'stop', text: 'Stop', run }]} />);
  await userEvent.click(await screen.findByLabelText('More actions for Lobby'));
  await userEvent.click(await screen.findByText('Stop'));
  expect(run).toHaveBeenCalledOnce();
});

test('another button can open the menu, and a line separates an item', async () => {
  const run = vi.fn<() => void>();
  const items = [
    { key: 'home', text: 'Home', run },
    { key: 'out', text: 'Sign out', separate: true, run },
  ];
  renderPage(
    <RowMenu label="Wei" items={items}>
      <Button>Wei</Button>
    </RowMenu>,
  );
  await userEvent.click(await screen.findByText('Wei'));
  expect(await screen.findByText('Sign out')).toBeTruthy();
  expect(screen.queryByLabelText(/More actions/)).toBeNull();
  expect(document.querySelectorAll('.ant-dropdown-menu-item-divider')).toHaveLength(1);
});

test('a menu without items has no button', () => {
  renderPage(<RowMenu label="Lobby" items={[null, false]} />);
  expect(screen.queryByRole('button')).toBeNull();
});
