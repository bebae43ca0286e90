import { checklistCalls, type Checklist } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { ChecklistListPage } from './checklist-list-page.tsx';

const point = (n: number, text: string) => ({
  id: `01900000-0000-7000-8000-00000000000${n}`,
  kind: 'TICK' as const,
  text,
  required: true,
  unit: '',
  min: null,
  max: null,
  makesOrder: false,
});
const weekly: Checklist = {
  id: '01900000-0000-7000-8000-0000000000a1',
  companyId: '01900000-0000-7000-8000-0000000000b1',
  companyName: 'Mall',
  isInherited: false,
  name: 'Weekly',
  items: [point(1, 'Brush turns'), point(2, 'Tank is clean')],
  requiresPhoto: false,
  requiresSignature: true,
  version: 3,
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};

function world(list: Checklist[]) {
  const server = fakeServer();
  server.on(checklistCalls.list, () => ({ list, total: list.length }));
  server.on(checklistCalls.update, () => weekly);
  server.on(checklistCalls.create, () => weekly);
  return server;
}
const openMenu = async (name: RegExp, item: string) => {
  await userEvent.click(await screen.findByLabelText(name));
  await userEvent.click(await screen.findByText(item));
};

test('points change their order by keyboard, and a save sends them with the version', async () => {
  const server = world([weekly]);
  renderPage(<ChecklistListPage />);
  await openMenu(/Weekly/, 'Edit');
  const second = await screen.findByLabelText('Text of point 2');
  second.focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await userEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(server.sentTo(checklistCalls.update)).toHaveLength(1));
  expect(server.sentTo(checklistCalls.update)[0]).toMatchObject({
    id: weekly.id,
    version: 3,
    items: [{ text: 'Tank is clean' }, { text: 'Brush turns' }],
    requiresSignature: true,
  });
});

test('a new checklist starts with one point to tick', async () => {
  const server = world([]);
  renderPage(<ChecklistListPage />);
  await userEvent.click((await screen.findAllByText('Add checklist'))[0]!);
  await userEvent.type(await screen.findByLabelText('Text of point 1'), 'Filter is clean');
  // The search field of the page has the same name.
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), 'Monthly');
  await userEvent.click(screen.getByText('Failing makes a work order'));
  await userEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(server.sentTo(checklistCalls.create)).toHaveLength(1));
  expect(server.sentTo(checklistCalls.create)[0]).toMatchObject({
    name: 'Monthly',
    items: [{ kind: 'TICK', text: 'Filter is clean', makesOrder: true }],
  });
});

test('a checklist of a company above can only be read', async () => {
  world([{ ...weekly, isInherited: true, companyName: null, updatedBy: '' }]);
  renderPage(<ChecklistListPage />);
  expect(await screen.findByText('From above')).toBeTruthy();
  await openMenu(/Weekly/, 'Show');
  expect(await screen.findByDisplayValue('Brush turns')).toBeTruthy();
  expect(screen.queryByText('Save')).toBeNull();
  expect(screen.queryByText('Add point')).toBeNull();
});
