import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { Tree, TreeItem } from './tree.tsx';

const check = vi.fn<(id: string) => void>();
beforeEach(() => check.mockClear());

/** Berlin with two halls that appear when it is opened, Bonn, and Cologne, which is disabled. */
function Places() {
  const [open, setOpen] = useState(false);
  const leaf = (id: string, level: number, disabled = false) => (
    <TreeItem id={id} level={level} label={id} checked={false} disabled={disabled} onCheck={() => check(id)}>
      <Link to={`?place=${id}`}>{id}</Link>
    </TreeItem>
  );
  return (
    <Tree label="Places">
      <TreeItem id="Berlin" level={1} label="Berlin" open={open} onToggle={() => setOpen(!open)}>
        Berlin <input aria-label="Note" />
      </TreeItem>
      {open && (
        <div role="group">
          {leaf('Hall', 2)}
          {leaf('Hangar', 2)}
        </div>
      )}
      {leaf('Bonn', 1)}
      {leaf('Cologne', 1, true)}
    </Tree>
  );
}

const focused = () => document.activeElement?.getAttribute('aria-label');
const press = async (keys: string) => {
  await userEvent.keyboard(keys);
  return focused();
};
const open = async () => {
  renderPage(<Places />);
  (await screen.findByRole('treeitem', { name: 'Berlin' })).focus();
};

test('up, down, Home and End move between the shown items and stop at both ends', async () => {
  await open();
  expect(await press('{ArrowUp}')).toBe('Berlin');
  expect(await press('{ArrowDown}')).toBe('Bonn');
  expect(await press('{End}{ArrowDown}')).toBe('Cologne');
  expect(await press('{Home}')).toBe('Berlin');
});

test('right opens a branch and enters it, left returns to its item and closes it', async () => {
  await open();
  const branch = screen.getByRole('treeitem', { name: 'Berlin' });
  expect(branch.getAttribute('aria-expanded')).toBe('false');
  expect(await press('{ArrowRight}')).toBe('Berlin');
  expect(branch.getAttribute('aria-expanded')).toBe('true');
  expect(await press('{ArrowRight}')).toBe('Hall');
  expect(await press('{ArrowRight}')).toBe('Hall');
  expect(await press('{ArrowLeft}')).toBe('Berlin');
  expect(await press('{ArrowLeft}')).toBe('Berlin');
  expect(screen.queryByText('Hall')).toBeNull();
});

test('typed letters find a label, and the same letter again the next one', async () => {
  await open();
  await press('{ArrowRight}');
  expect(await press('ha')).toBe('Hall');
  expect(await press('n')).toBe('Hangar');
  await new Promise((done) => setTimeout(done, 800));
  expect(await press('b')).toBe('Bonn');
  expect(await press('b')).toBe('Berlin');
});

test('Space checks an item unless it is disabled, and Enter follows its link', async () => {
  await open();
  await press('{ArrowDown} ');
  expect(check.mock.calls).toEqual([['Bonn']]);
  await press('{ArrowDown} ');
  expect(check.mock.calls).toEqual([['Bonn']]);
  await press('{Enter}');
  expect(screen.getByTestId('address').textContent).toBe('?place=Cologne');
});

test('one item is the Tab stop, also after the branch with the last focus is closed', async () => {
  await open();
  const stops = () =>
    screen
      .getAllByRole('treeitem')
      .flatMap((item) => (item.tabIndex === 0 ? [item.getAttribute('aria-label')] : []));
  expect(stops()).toEqual(['Berlin']);
  await press('{ArrowRight}{ArrowRight}{ArrowDown}');
  expect(stops()).toEqual(['Hangar']);
  await press('{Home}{ArrowRight}');
  await press('{ArrowLeft}{ArrowLeft}');
  expect(stops()).toEqual(['Berlin']);
});

test('a field in an item keeps its own keys', async () => {
  await open();
  await userEvent.click(screen.getByLabelText('Note'));
  await press('bo{ArrowRight}{Home}');
  expect(focused()).toBe('Note');
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('bo');
});
