import { appCalls, companyCalls, noTexts, pages, permissions, type AppDetail } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { aPerson, fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { AppListPage } from './app-list-page.tsx';
import { AppPage } from './app-page.tsx';

const app: AppDetail = {
  id: '01900000-0000-7000-8000-0000000000b1',
  name: 'Cleaning screen',
  packageId: 'com.example.screen',
  platform: 'ROBOT_SCREEN',
  category: 'OPERATION',
  models: [],
  publisher: 'Sweepline',
  companies: [],
  icon: null,
  description: 'Starts tasks.',
  state: 'DRAFT',
  newest: { version: '1.4.0', build: 140 },
  installs: 12,
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'Wei',
  isOwn: true,
  revision: 3,
  descriptions: { ...noTexts, en: 'Starts tasks.' },
  iconFileId: null,
  screenshots: [],
};

function world(changes: Partial<AppDetail> = {}) {
  const server = fakeServer();
  const row = { ...app, ...changes };
  server.on(appCalls.list, () => ({ list: [row], total: 1 }));
  server.on(appCalls.detail, () => row);
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  return server;
}
const provider = () => aPerson({ companyType: 0 });
const openApp = (who = provider()) => renderPage(<AppPage />, pages.app({ id: app.id }), who);

describe('list', () => {
  test('a row has platform, state, version and installs', async () => {
    world();
    renderPage(<AppListPage />, '/', provider());
    const row = (await screen.findByText('Cleaning screen')).closest('tr') ?? document.body;
    for (const text of ['com.example.screen', 'Robot screen', 'Draft', '1.4.0', '12', 'All'])
      expect(within(row).getByText(text), text).toBeTruthy();
  });

  test('a company below sees the list and adds nothing', async () => {
    world({ isOwn: false, installs: null, state: 'PUBLISHED' });
    renderPage(<AppListPage />, '/', aPerson({ companyType: 1 }));
    expect(await screen.findByText('Cleaning screen')).toBeTruthy();
    expect(screen.queryByText('Add app')).toBeNull();
  });
});

describe('page', () => {
  test('a change is saved with the revision that was read, and the package id stays', async () => {
    const server = world();
    server.on(appCalls.update, () => ({ ...app, revision: 4 }));
    openApp();
    const name = await screen.findByLabelText('Name');
    expect(screen.getByLabelText('Package ID')).toHaveProperty('disabled', true);
    await userEvent.clear(name);
    await userEvent.type(name, 'Screen');
    await userEvent.click(screen.getByText('Save'));
    await waitFor(() => expect(server.sentTo(appCalls.update)).toHaveLength(1));
    expect(server.sentTo(appCalls.update)[0]).toMatchObject({ id: app.id, revision: 3, name: 'Screen' });
    expect(server.sentTo(appCalls.update)[0]).not.toHaveProperty('packageId');
  });

  test('a description is written in each language, beside the one it is translated from', async () => {
    const server = world();
    server.on(appCalls.update, () => ({ ...app, revision: 4 }));
    openApp();
    await userEvent.click(await screen.findByText('Deutsch (no text)'));
    await userEvent.type(screen.getByLabelText('Description: Deutsch'), 'Startet');
    expect(screen.getByText(/English: Starts tasks/)).toBeTruthy();
    await userEvent.click(screen.getByText('Save'));
    await waitFor(() =>
      expect(server.sentTo(appCalls.update)).toMatchObject([
        { descriptions: { en: 'Starts tasks.', ge: 'Startet' } },
      ]),
    );
  });

  test('a chosen picture is uploaded, and stands in the app when it is saved', async () => {
    const server = world();
    const fileId = '01900000-0000-7000-8000-0000000000f1';
    server.on(appCalls.picture, () => ({ fileId, file: `file/${fileId}` }));
    server.on(appCalls.update, () => ({ ...app, revision: 4 }));
    openApp();
    const [icon] = await screen.findAllByLabelText('Choose picture');
    await userEvent.upload(icon!, new File(['x'], 'icon.png', { type: 'image/png' }));
    await userEvent.click(await screen.findByText('Save'));
    await waitFor(() =>
      expect(server.sentTo(appCalls.update)).toMatchObject([{ iconFileId: fileId, screenshotFileIds: [] }]),
    );
  });

  test('each state offers its own actions', async () => {
    world({ state: 'PUBLISHED' });
    openApp();
    expect(await screen.findByText('Unlist')).toBeTruthy();
    expect(screen.getByText('Versions').getAttribute('href')).toBe(pages.appReleases({ appId: app.id }));
    expect(screen.queryByText('Publish now')).toBeNull();
  });

  test('readers and other companies get no actions and change nothing', async () => {
    world({ isOwn: false, installs: null, state: 'PUBLISHED' });
    openApp(userWith(permissions.appStore));
    expect(await screen.findByLabelText('Name')).toHaveProperty('disabled', true);
    for (const text of ['Unlist', 'Versions', 'Save']) expect(screen.queryByText(text), text).toBeNull();
  });
});
