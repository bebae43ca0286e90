import {
  announcementCalls,
  deviceGroupCalls,
  otaPackageCalls,
  otaTaskCalls,
  otaWhitelistCalls,
  pages,
  permissions,
  uploadCalls,
  type OtaPackageDetail,
  type OtaRecord,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { aPerson, fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { anOtaRecord } from '../../../test-kit/an-ota-task.ts';
import { PackageListPage } from './package-list-page.tsx';
import { PackagePage } from './package-page.tsx';
import { serialsIn } from './serial-list.ts';

const robot: OtaPackageDetail = {
  id: '01900000-0000-7000-8000-0000000000a1',
  name: 'Robot 3.5.0',
  models: ['J30'],
  pkgType: 'ROBOT',
  version: '3.5.0',
  format: 'tar.gz',
  bytes: 3 * 1024 ** 2,
  forced: false,
  state: 'DRAFT',
  releaseScope: 'ALL',
  whitelistCount: 0,
  uploadedAt: '2030-01-01T00:00:00.000Z',
  uploadedBy: 'Wei',
  releaseAt: null,
  releasedAt: null,
  expiresAt: null,
  isOwn: true,
  revision: 4,
  minVersion: null,
  fromVersions: ['3.4.1'],
  needs: [{ pkgType: 'HMI', version: '2.0' }],
  sha256: 'ab'.repeat(32),
  keyId: 'release',
  signature: '',
  remarks: '',
  reasons: '',
  checkedAt: null,
  checkedBy: null,
  approvalFault: null,
  ways: [
    { from: '3.4.1', versions: ['3.5.0'] },
    { from: '3.3.2', versions: ['3.4.1', '3.5.0'] },
    { from: '3.1.0', versions: null },
  ],
};

function world(changes: Partial<OtaPackageDetail> = {}, ...records: OtaRecord[]) {
  const server = fakeServer();
  const row = { ...robot, ...changes };
  server.on(otaPackageCalls.list, () => ({ list: [row], total: 1 }));
  server.on(otaPackageCalls.detail, () => row);
  server.on(announcementCalls.newest, () => ({ announcement: null, read: true }));
  server.on(otaWhitelistCalls.list, () => ({ list: [], total: 0 }));
  server.on(deviceGroupCalls.options, () => ({ list: [], total: 0 }));
  server.on(uploadCalls.list, () => ({ list: [] }));
  server.on(otaTaskCalls.records, () => ({ list: records, total: records.length }));
  return server;
}
const openPage = (who = aPerson({ companyType: 0 })) =>
  renderPage(<PackagePage />, pages.otaPackage({ id: robot.id }), who);

describe('list', () => {
  test('a row has size in steps of 1024, state, type and uploader', async () => {
    world();
    renderPage(<PackageListPage />);
    const row = (await screen.findByText('Robot 3.5.0')).closest('tr') ?? document.body;
    for (const text of ['3 MB', 'Draft', 'Robot software', 'Wei', 'All robots of the models'])
      expect(within(row).getByText(text), text).toBeTruthy();
  });

  test('a company below sees the list and no upload', async () => {
    world({ isOwn: false, uploadedBy: null, whitelistCount: null });
    renderPage(<PackageListPage />, '/', aPerson({ companyType: 1 }));
    expect(await screen.findByText('Robot 3.5.0')).toBeTruthy();
    expect(screen.queryByText('Upload package')).toBeNull();
  });

  test('an upload without type, file and manifest says what is missing, and sends nothing', async () => {
    const server = world();
    renderPage(<PackageListPage />, '/', aPerson({ companyType: 0 }));
    await userEvent.click(await screen.findByText('Upload package'));
    await userEvent.click(await screen.findByText('Add package'));
    for (const text of ['Upgrade file missing', 'Choose a package type', 'Choose the signed manifest'])
      expect(await screen.findByText(text), text).toBeTruthy();
    const wrong = new File(['{"version":"1"}'], 'x.json', { type: 'application/json' });
    await userEvent.upload(screen.getByLabelText('Signed manifest'), wrong);
    expect(await screen.findByText('This is no signed manifest')).toBeTruthy();
    const { models, pkgType, version, minVersion, fromVersions, needs, bytes, sha256, keyId } = robot;
    const manifest = { models, pkgType, version, minVersion, fromVersions, needs, bytes, sha256, keyId };
    const text = JSON.stringify({ manifest, signature: `${'A'.repeat(86)}==` });
    await userEvent.upload(screen.getByLabelText('Signed manifest'), new File([text], 'x.signed.json'));
    expect(await screen.findByText('Version 3.5.0 for J30')).toBeTruthy();
    expect(screen.queryByText('Choose the signed manifest')).toBeNull();
    expect(server.sentTo(otaPackageCalls.add)).toEqual([]);
  });
});

describe('page', () => {
  test('shows the ways to a version, and an empty upgrade list', async () => {
    world();
    openPage();
    expect(await screen.findByText('3.4.1 → 3.5.0')).toBeTruthy();
    expect(screen.getByText('From 3.1.0').nextSibling?.textContent).toBe(
      'No way: a package between is missing',
    );
    expect(screen.getByText('Screen (HMI) 2.0 or newer')).toBeTruthy();
    expect(await screen.findByText('No robot has been sent this package')).toBeTruthy();
  });

  test('a published package leads to a new rollout of it, and lists what became of each robot', async () => {
    const server = world({ state: 'PUBLISHED' }, anOtaRecord({ state: 'FAILED', code: 'ROLLED_BACK' }));
    openPage();
    const link = await screen.findByText('Roll out');
    expect(link.getAttribute('href')).toBe(pages.otaTasks({ add: robot.id }));
    expect((await screen.findByText('Lobby')).getAttribute('href')).toContain('tab=updates');
    expect(screen.getByText('Rolled back')).toBeTruthy();
    expect(server.sentTo(otaTaskCalls.records)).toEqual([{ packageId: robot.id, page: 1, pageSize: 20 }]);
  });

  test('a draft is approved with the revision that was read', async () => {
    const server = world();
    server.on(otaPackageCalls.check, () => ({ ...robot, state: 'PENDING_RELEASE' as const }));
    openPage();
    await userEvent.click(await screen.findByText('Approve'));
    await waitFor(() =>
      expect(server.sentTo(otaPackageCalls.check)).toEqual([{ id: robot.id, revision: 4, approved: true }]),
    );
  });

  test('a young account reads why it may not approve', async () => {
    world({ approvalFault: 'approverNew' });
    openPage();
    expect(await screen.findByText(/less than a day old/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true);
  });

  test('a refusal carries its reasons', async () => {
    const server = world();
    server.on(otaPackageCalls.check, () => ({ ...robot, state: 'UNPUBLISHABLE' as const }));
    openPage();
    await userEvent.click(await screen.findByText('Refuse'));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText('Reasons'), 'no test');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refuse' }));
    await waitFor(() =>
      expect(server.sentTo(otaPackageCalls.check)).toEqual([
        { id: robot.id, revision: 4, approved: false, reasons: 'no test' },
      ]),
    );
  });

  test('each state offers its own actions', async () => {
    world({ state: 'PUBLISHED' });
    openPage();
    expect(await screen.findByText('Unlist')).toBeTruthy();
    for (const text of ['Approve', 'Refuse', 'Publish now', 'Publish later'])
      expect(screen.queryByText(text), text).toBeNull();
  });

  test('readers and other companies get no actions and no whitelist', async () => {
    world({ isOwn: false, releaseScope: 'WHITELIST', whitelistCount: null });
    openPage(userWith(permissions.ota, permissions.otaDetail));
    expect(await screen.findByText('Named robots')).toBeTruthy();
    for (const text of ['Approve', 'Whitelist', 'Remarks']) expect(screen.queryByText(text), text).toBeNull();
  });

  test('robots are added by serial numbers of a CSV file', async () => {
    const server = world({ releaseScope: 'WHITELIST' });
    server.on(otaWhitelistCalls.add, () => ({ added: 2 }));
    openPage();
    await userEvent.click(await screen.findByText('Add robots'));
    const dialog = await screen.findByRole('dialog');
    const csv = new File(['sn,name\nJ30-0001,\nJ30-0002,'], 'robots.csv', { type: 'text/csv' });
    await userEvent.upload(within(dialog).getByLabelText('Read from a CSV file'), csv);
    expect(await within(dialog).findByText(/serial numbers$/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add robots' }));
    await waitFor(() => expect(server.sentTo(otaWhitelistCalls.add)).toHaveLength(1));
    expect(server.sentTo(otaWhitelistCalls.add)[0]).toMatchObject({
      serialNumbers: expect.arrayContaining(['J30-0001', 'J30-0002']) as unknown,
    });
  });
});

test('serial numbers are read from the first column of a table, or from words', () => {
  expect(serialsIn('\u{FEFF}sn,name\r\nJ30-1,Lobby\r\n"J30-2","Hall, west"\r\nJ30-1,again')).toEqual([
    ...['J30-1', 'J30-2'],
  ]);
  expect(serialsIn('J30-1 J30-2\nJ30-3')).toEqual(['J30-1', 'J30-2', 'J30-3']);
  expect(serialsIn('SN;site\nJ30-1;A')).toEqual(['J30-1']);
  expect(serialsIn(' \n')).toEqual([]);
});
