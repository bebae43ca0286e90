import { companyCalls } from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCompany, aCompanyNode } from '../../../../test-kit/company-builder.ts';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { CompanyListPage } from '../company-list-page.tsx';

const id = (n: number) => `0193f0c2-7a31-7c55-9d0e-00000000000${n}`;
const top = aCompanyNode({ id: id(1), name: 'Sweepline', type: 0, childCount: 2, acts: [] });
const rhein = aCompanyNode({
  id: id(2),
  name: 'Rhein',
  type: 2,
  agentLevel: 1,
  parentId: id(1),
  childCount: 1,
});
const plaza = aCompanyNode({
  id: id(3),
  name: 'Plaza',
  parentId: id(1),
  frozenAt: '2030-01-01T00:00:00.000Z',
});
const tower = aCompanyNode({ id: id(4), name: 'Tower', parentId: id(2) });
const below: Record<string, (typeof top)[]> = { '': [top], [id(1)]: [rhein, plaza], [id(2)]: [tower] };

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(companyCalls.tree, ({ parentId = '', keyword }) => {
    if (keyword) return { list: [top, rhein, { ...tower, hit: true }], total: 1 };
    const list = below[parentId] ?? [];
    return { list, total: list.length };
  });
  server.on(companyCalls.detail, () => ({
    company: aCompany({ id: plaza.id, name: 'Plaza', version: 5 }),
    way: [],
    holdings: [],
    people: [],
    devices: [],
    below: [],
    changes: [],
  }));
  server.on(companyCalls.places, () => ({ list: [rhein], total: 1 }));
});
const lines = () => screen.getAllByRole('treeitem').map((line) => line.getAttribute('aria-label'));
const showTree = async (address = '/?view=tree') => {
  renderPage(<CompanyListPage kind="terminals" />, address);
  await screen.findByText('Sweepline');
};
const loadedParents = () =>
  server.sentTo(companyCalls.tree).map((input) => (input as { parentId?: string }).parentId);

test('the top is open at first; a branch loads when it is opened', async () => {
  await showTree();
  expect(await screen.findByText('Rhein')).toBeTruthy();
  expect(screen.queryByText('Tower')).toBeNull();
  expect(loadedParents()).toEqual([undefined, id(1)]);
  expect(screen.getByText('Frozen')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Open Rhein'));
  expect(await screen.findByText('Tower')).toBeTruthy();
  expect(loadedParents()).toEqual([undefined, id(1), id(2)]);
  await userEvent.click(screen.getByLabelText('Close Rhein'));
  expect(screen.queryByText('Tower')).toBeNull();
});

test('the arrow keys move in the tree, open and close branches', async () => {
  await showTree();
  await screen.findByText('Rhein');
  const [first] = screen.getAllByRole('treeitem');
  first?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Rhein, Agent level 1');
  await userEvent.keyboard('{ArrowRight}');
  await screen.findByText('Tower');
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Tower, Terminal company');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.queryByText('Tower')).toBeNull();
  await userEvent.keyboard('{End}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Plaza, Terminal company');
});

test('a search shows the path to each hit and is stored in the URL', async () => {
  await showTree('/?view=tree&keyword=tow');
  expect(lines()).toEqual(['Sweepline, Provider', 'Rhein, Agent level 1', 'Tower, Terminal company']);
  expect(screen.getByText('Tower').tagName).toBe('MARK');
});

test('a company that is dropped on another is moved there after a confirmation', async () => {
  server.on(companyCalls.move, () => aCompany());
  await showTree();
  const lineOf = async (name: string) => {
    const line = (await screen.findByText(name)).closest('[role="treeitem"]');
    if (!line) throw new Error(`${name} is not in the tree`);
    return line;
  };
  const dataTransfer = { setData: () => {}, effectAllowed: '' };
  fireEvent.dragStart(await lineOf('Plaza'), { dataTransfer });
  fireEvent.dragOver(await lineOf('Rhein'), { dataTransfer });
  fireEvent.drop(await lineOf('Rhein'), { dataTransfer });
  expect(await screen.findByText('Move Plaza')).toBeTruthy();
  expect(server.sentTo(companyCalls.move)).toEqual([]);
  const button = screen.getAllByText('Move').at(-1) as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  await waitFor(() =>
    expect(server.sentTo(companyCalls.move)).toEqual([{ id: plaza.id, version: 5, parentId: rhein.id }]),
  );
});

test('a terminal company accepts no drop, and the top cannot be dragged', async () => {
  await showTree();
  const line = (name: string) => screen.getByText(name).closest('[role="treeitem"]');
  await screen.findByText('Plaza');
  expect(line('Sweepline')?.getAttribute('draggable')).toBe('false');
  const dataTransfer = { setData: () => {}, effectAllowed: '' };
  fireEvent.dragStart(line('Rhein') as Element, { dataTransfer });
  fireEvent.drop(line('Plaza') as Element, { dataTransfer });
  expect(screen.queryByText('Move Rhein')).toBeNull();
});
