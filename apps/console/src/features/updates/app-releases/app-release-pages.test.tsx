import {
  appCalls,
  appReleaseCalls,
  noTexts,
  pages,
  uploadCalls,
  type AppReleaseDetail,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { aPerson, fakeServer, renderPage } from '../../../test-kit/index.ts';
import { AppReleaseListPage } from './app-release-list-page.tsx';
import { AppReleasePage } from './app-release-page.tsx';

const release: AppReleaseDetail = {
  id: '01900000-0000-7000-8000-0000000000c1',
  appId: '01900000-0000-7000-8000-0000000000b1',
  appName: 'Cleaning screen',
  packageId: 'com.example.screen',
  platform: 'ROBOT_SCREEN',
  version: '1.4.0',
  build: 140,
  bytes: 3 * 1024 ** 2,
  forced: false,
  releaseScope: 'ALL',
  whitelistCount: 0,
  leastBuild: null,
  stages: [
    { percent: 10, hours: 24 },
    { percent: 100, hours: 0 },
  ],
  percent: 10,
  nextStageAt: '2030-01-02T00:00:00.000Z',
  state: 'PUBLISHED',
  haltedAt: null,
  installs: 7,
  uploadedAt: '2030-01-01T00:00:00.000Z',
  uploadedBy: 'Wei',
  releaseAt: null,
  releasedAt: '2030-01-01T00:00:00.000Z',
  expiresAt: null,
  revision: 4,
  sha256: 'ab'.repeat(32),
  minSdk: 26,
  certificates: [{ sha256: 'cd'.repeat(32), subject: 'CN=Screen', minSdk: 24, maxSdk: null }],
  labels: [
    { lang: '', label: 'Screen' },
    { lang: 'de', label: 'Anzeige' },
  ],
  icon: null,
  notes: { ...noTexts, en: 'Faster.' },
  whitelist: [],
  reasons: '',
  checkedAt: null,
  checkedBy: null,
  approvalFault: null,
};

function world(changes: Partial<AppReleaseDetail> = {}) {
  const server = fakeServer();
  const row = { ...release, ...changes };
  server.on(appReleaseCalls.list, () => ({ list: [row], total: 1 }));
  server.on(appReleaseCalls.detail, () => row);
  server.on(appReleaseCalls.installs, () => ({ list: [], total: 0 }));
  server.on(appCalls.list, () => ({ list: [], total: 0 }));
  server.on(uploadCalls.list, () => ({ list: [] }));
  return server;
}
const provider = () => aPerson({ companyType: 0 });
const openRelease = (who = provider()) =>
  renderPage(<AppReleasePage />, pages.appRelease({ id: release.id }), who);

describe('list', () => {
  test('a row has build, share, size and installs', async () => {
    world();
    renderPage(<AppReleaseListPage />, '/', provider());
    const row = (await screen.findByText('Cleaning screen 1.4.0')).closest('tr') ?? document.body;
    for (const text of ['140', 'Published', '7', '3 MB', 'Wei'])
      expect(within(row).getByText(text), text).toBeTruthy();
  });

  test('a halted version says so instead of published', async () => {
    world({ haltedAt: '2030-01-01T05:00:00.000Z' });
    renderPage(<AppReleaseListPage />, '/', provider());
    const row = (await screen.findByText('Cleaning screen 1.4.0')).closest('tr') ?? document.body;
    expect(within(row).getByText('Halted')).toBeTruthy();
    expect(within(row).queryByText('Published')).toBeNull();
  });

  test('an upload without app and file says what is missing, and sends nothing', async () => {
    const server = world();
    renderPage(<AppReleaseListPage />, '/', provider());
    await userEvent.click(await screen.findByText('Upload version'));
    await userEvent.click(await screen.findByText('Add version'));
    for (const text of ['Choose an app', 'Upgrade file missing'])
      expect(await screen.findByText(text), text).toBeTruthy();
    expect(server.sentTo(appReleaseCalls.add)).toEqual([]);
  });

  test('companies below upload nothing', async () => {
    world();
    renderPage(<AppReleaseListPage />, '/', aPerson({ companyType: 1 }));
    expect(await screen.findByText('Cleaning screen 1.4.0')).toBeTruthy();
    expect(screen.queryByText('Upload version')).toBeNull();
  });
});

describe('page', () => {
  test('shows what the apk says and how far the stages are', async () => {
    world();
    openRelease();
    expect(await screen.findByText('Screen, Anzeige (de)')).toBeTruthy();
    expect(screen.getByText('CN=Screen')).toBeTruthy();
    expect(screen.getByText('Faster.')).toBeTruthy();
    expect(screen.getByText(/^Next stage at/)).toBeTruthy();
    expect(await screen.findByText('No install has this build')).toBeTruthy();
  });

  test('a published version is halted without a question', async () => {
    const server = world();
    server.on(appReleaseCalls.halt, () => release);
    openRelease();
    await userEvent.click(await screen.findByText('Halt'));
    await waitFor(() => expect(server.sentTo(appReleaseCalls.halt)).toEqual([{ id: release.id }]));
  });

  test('a halted version is continued', async () => {
    const server = world({ haltedAt: '2030-01-01T05:00:00.000Z' });
    server.on(appReleaseCalls.publish, () => release);
    openRelease();
    await userEvent.click(await screen.findByText('Continue'));
    await waitFor(() => expect(server.sentTo(appReleaseCalls.publish)).toEqual([{ id: release.id }]));
  });

  test('installs are named while a version is published', async () => {
    const server = world();
    server.on(appReleaseCalls.changeWhitelist, () => release);
    openRelease();
    await userEvent.click(await screen.findByLabelText(/^More/));
    await userEvent.click(await screen.findByText('Edit named installs'));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText('Named installs'), 'robot-1, robot-2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.sentTo(appReleaseCalls.changeWhitelist)).toEqual([
        { id: release.id, revision: 4, whitelist: ['robot-1', 'robot-2'] },
      ]),
    );
  });

  test('a draft is approved with the revision that was read', async () => {
    const server = world({ state: 'DRAFT', percent: 0, nextStageAt: null });
    server.on(appReleaseCalls.check, () => release);
    openRelease();
    await userEvent.click(await screen.findByText('Approve'));
    await waitFor(() =>
      expect(server.sentTo(appReleaseCalls.check)).toEqual([{ id: release.id, revision: 4, approved: true }]),
    );
  });
});
