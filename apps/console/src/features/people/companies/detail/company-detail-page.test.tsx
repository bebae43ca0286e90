import { authCalls, companyCalls, pictureLimits, type CompanyDetail } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCompany } from '../../../../test-kit/company-builder.ts';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { CompanyDetailPage } from './company-detail-page.tsx';

const company = aCompany({ sales: { id: 's', name: 'Liu Yang' }, contactPhone: '+49 221 5550-260' });
const at = '2030-01-01T00:00:00.000Z';
const detail: CompanyDetail = {
  company,
  way: [
    { id: 'a', name: 'Sweepline' },
    { id: 'b', name: 'Rhein' },
  ],
  holdings: [],
  people: [{ id: 'p', username: 'kremer', nickname: 'Sabine Kremer', disabled: true }],
  devices: [
    { id: 'd', nickname: 'Lobby', sn: 'J30-0007', binding: 'ACTIVATED', state: 'ONLINE' },
    { id: 'e', nickname: 'Boxed', sn: 'J30-0008', binding: 'NOT_ACTIVATED', state: 'OFFLINE' },
  ],
  below: [],
  changes: [
    { id: '1', at, kind: 'FROZEN', by: 'wei', fields: [] },
    { id: '2', at, kind: 'CHANGED', by: null, fields: ['contactName', 'rating'] },
  ],
};
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(companyCalls.detail, () => detail);
});
const open = async () => {
  renderPage(<CompanyDetailPage />, `/?id=${company.id}`);
  await screen.findByText('Plaza');
};

test('the page shows parents, responsible staff, contents and changes of a company', async () => {
  await open();
  expect(screen.getByText('Sweepline › Rhein › Terminal company')).toBeTruthy();
  expect(screen.getByText('Liu Yang')).toBeTruthy();
  expect(screen.getByText('+49 221 5550-260').getAttribute('href')).toBe('tel:+492215550260');
  expect(screen.getByText('Sabine Kremer')).toBeTruthy();
  expect(screen.getByText('Lobby')).toBeTruthy();
  expect(screen.getByText('Not activated')).toBeTruthy();
  expect(screen.queryByText('Offline')).toBeNull();
  expect(screen.getByText('by wei')).toBeTruthy();
  expect(screen.getByText('Changed: Contact, Rating')).toBeTruthy();
  expect(screen.getByText('by a company above')).toBeTruthy();
});

test('parts without permission are left out, not shown empty', async () => {
  server.on(companyCalls.detail, () => ({ ...detail, people: null, devices: null }));
  await open();
  expect(screen.queryByText('People')).toBeNull();
  expect(screen.queryByText('Robots')).toBeNull();
});

test('a company without accounts and robots offers the next steps', async () => {
  server.on(companyCalls.detail, () => ({ ...detail, people: [], devices: [] }));
  await open();
  const address = (text: string) => screen.getByText(text).closest('a')?.getAttribute('href');
  expect(address('Add the first account')).toBe(
    `/outerUserManage/userList?companyId=${company.id}&add=create`,
  );
  expect(address('Make an activation code')).toBe('/activeCode/list');
});

test('a logo that is too large or no picture is refused before the call; a valid one is stored', async () => {
  server.on(companyCalls.logo, () => company);
  server.on(authCalls.check, () => {
    throw new Refused('internal');
  });
  await open();
  // Bypasses the accepted file types of the input, as a drop does.
  const user = userEvent.setup({ applyAccept: false });
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
  expect(await screen.findByText('Only JPG, PNG and GIF can be used.')).toBeTruthy();
  const large = new Uint8Array(pictureLimits.bytes + 1);
  await user.upload(input, new File([large], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByText('The picture is larger than 1 MB.')).toBeTruthy();
  expect(server.sentTo(companyCalls.logo)).toEqual([]);
  await user.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }));
  await waitFor(() => expect(server.sentTo(companyCalls.logo)).toMatchObject([{ id: company.id }]));
  expect(await screen.findByText('Changed the logo')).toBeTruthy();
});

test('a company out of scope and a deleted company get the same answer', async () => {
  server.on(companyCalls.detail, () => {
    throw new Refused('notFound');
  });
  renderPage(<CompanyDetailPage />, '/?id=unknown');
  expect(await screen.findByText('This no longer exists')).toBeTruthy();
});
