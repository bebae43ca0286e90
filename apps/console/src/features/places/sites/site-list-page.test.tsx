import { companyCalls, permissions, sitePlanCalls, type SiteDetail, type SiteRow } from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPerson, fakeServer, userWith, Refused, renderPage } from '../../../test-kit/index.ts';
import { SiteListPage } from './site-list-page.tsx';

const { companyId } = aPerson();
const plaza: SiteRow = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000f1',
  companyId,
  companyName: 'Sweepline',
  name: 'Plaza',
  address: '',
  timezone: 'Europe/Berlin',
  floors: [{ id: 'f1', name: 'L1', mapId: null }],
  latitude: 50.9,
  longitude: 6.9,
  deviceCount: 3,
  onlineCount: 1,
  mapCount: 2,
  version: 4,
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};
const detailOf = ({ floors: _floors, ...site }: SiteRow): SiteDetail => ({ ...site, levels: [] });

function setUpServer(list: SiteRow[] = [plaza]) {
  const server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(sitePlanCalls.overview, () => ({ list, total: list.length }));
  server.on(sitePlanCalls.create, () => detailOf(plaza));
  server.on(sitePlanCalls.update, () => detailOf(plaza));
  server.on(sitePlanCalls.remove, () => ({}));
  return server;
}

const openMenu = async (item: string) => {
  fireEvent.click(await screen.findByLabelText('More actions for Plaza'));
  fireEvent.click(await screen.findByText(item));
};

test('a new site is sent with the time zone of the reader, and its page opens', async () => {
  const server = setUpServer();
  const { router } = renderPage(<SiteListPage />, '/', aPerson({ profile: { timezone: 'Asia/Tokyo' } }));
  await screen.findByText('Plaza');
  fireEvent.click(screen.getByText('Add site'));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Harbour' } });
  fireEvent.click(screen.getAllByText('Add site').at(-1)!);
  await waitFor(() =>
    expect(server.sentTo(sitePlanCalls.create)).toEqual([
      { companyId, name: 'Harbour', address: '', timezone: 'Asia/Tokyo' },
    ]),
  );
  await waitFor(() => expect(router.state.location.search).toBe(`?id=${plaza.id}`));
});

test('a site without a name is not sent, and the form stays open', async () => {
  const server = setUpServer([]);
  renderPage(<SiteListPage />);
  fireEvent.click((await screen.findAllByText('Add site'))[0]!);
  await screen.findByLabelText('Name');
  fireEvent.click(screen.getAllByText('Add site').at(-1)!);
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy());
  expect(server.sentTo(sitePlanCalls.create)).toEqual([]);
});

test('a change carries the version that was read, so that a concurrent change is not overwritten', async () => {
  const server = setUpServer();
  server.on(sitePlanCalls.update, () => {
    throw new Refused('changedMeanwhile');
  });
  renderPage(<SiteListPage />);
  await openMenu('Change');
  fireEvent.change(await screen.findByLabelText('Address'), { target: { value: 'Pier 1' } });
  fireEvent.click(screen.getAllByText('Save').at(-1)!);
  await waitFor(() =>
    expect(server.sentTo(sitePlanCalls.update)).toMatchObject([
      { id: plaza.id, version: 4, address: 'Pier 1' },
    ]),
  );
  expect(await screen.findByText(new Refused('changedMeanwhile').message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('Pier 1');
});

test('a site is deleted after a confirmation', async () => {
  const server = setUpServer();
  renderPage(<SiteListPage />);
  await openMenu('Delete');
  expect(await screen.findByText('Delete Plaza?')).toBeTruthy();
  expect(server.sentTo(sitePlanCalls.remove)).toEqual([]);
  fireEvent.click(screen.getAllByText('Delete').at(-1)!);
  expect(await screen.findByText('Deleted Plaza')).toBeTruthy();
  expect(server.sentTo(sitePlanCalls.remove)).toEqual([{ id: plaza.id }]);
});

test('an account that may only read sites has no menu and no button to add', async () => {
  setUpServer();
  renderPage(<SiteListPage />, '/', userWith(permissions.sites));
  expect(await screen.findByText('Plaza')).toBeTruthy();
  expect(screen.getByText('1 online')).toBeTruthy();
  expect(screen.queryByText('Add site')).toBeNull();
  expect(screen.queryByLabelText('More actions for Plaza')).toBeNull();
});
