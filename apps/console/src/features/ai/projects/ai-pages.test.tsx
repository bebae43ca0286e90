import {
  aiConsentCalls,
  aiProjectCalls,
  pages,
  permissions,
  type AiConsent,
  type AiProjectDetail,
  type AiProjectDevice,
} from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { AiProjectListPage } from './ai-project-list-page.tsx';
import { AiProjectPage } from './ai-project-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const robot = (more: Partial<AiProjectDevice>): AiProjectDevice => ({
  deviceId: id(5),
  nickname: 'Otter',
  sn: 'J30C0001',
  companyName: 'Mall',
  siteName: 'Hall',
  online: true,
  onMobileData: false,
  hasConsent: true,
  collection: 'UNCOLLECTED',
  upload: 'NONE',
  collected: null,
  uploaded: 0,
  bytes: 0,
  reason: '',
  waits: [],
  startedAt: null,
  endedAt: null,
  ...more,
});
const project: AiProjectDetail = {
  id: id(1),
  companyId: id(2),
  companyName: 'Provider',
  name: 'Stains',
  purpose: 'Find stains',
  classes: [],
  cameras: ['DOWN'],
  perSecond: 0.5,
  cap: 1000,
  type: 'IMAGE_POSE',
  during: 'TASKS',
  until: '2030-02-01T00:00:00.000Z',
  facesBlurred: true,
  retentionDays: 365,
  state: 'RUNNING',
  devices: 2,
  collecting: { UNCOLLECTED: 0, WAITING: 1, COLLECTING: 0, DONE: 0, FAILED: 1 },
  images: 24,
  labelled: 10,
  version: 1,
  updatedAt: '2029-12-01T00:00:00.000Z',
  updatedBy: 'wei',
  deviceList: [
    robot({ collection: 'WAITING', onMobileData: true, waits: [{ for: 'CONSENT' }] }),
    robot({ deviceId: id(6), nickname: 'Lotte', collection: 'FAILED', upload: 'FAILED', reason: 'BAD_ZIP' }),
  ],
};
const consent: AiConsent = {
  id: id(7),
  companyId: id(3),
  companyName: 'Mall',
  siteId: id(4),
  siteName: 'Hall',
  purpose: 'OWN',
  cameras: ['DOWN'],
  until: '2030-02-01T00:00:00.000Z',
  givenAt: '2029-12-01T00:00:00.000Z',
  givenBy: 'wei',
  withdrawnAt: null,
  withdrawnBy: '',
  images: 24,
  collecting: 1,
  inForce: true,
};

function world() {
  const server = fakeServer();
  server.on(aiProjectCalls.list, () => ({ list: [project], total: 1 }));
  server.on(aiProjectCalls.detail, () => project);
  server.on(aiProjectCalls.start, () => project);
  server.on(aiConsentCalls.list, () => ({ list: [consent], total: 1 }));
  server.on(aiConsentCalls.withdraw, () => ({ ...consent, inForce: false }));
  return server;
}

test('each robot has both states, what it waits for, and why it failed', async () => {
  world();
  renderPage(<AiProjectPage />, pages.aiProject({ id: project.id }));
  const [waiting, failed] = (await screen.findAllByRole('row')).slice(1);
  expect(waiting?.textContent).toContain('Waits for: consent to images of this floor');
  expect(failed?.textContent).toContain('The server could not use the uploaded images');
  expect(failed?.textContent).toContain('Upload of the file from device to cloud failed');
  expect(within(failed!).getByText('Collect again')).toBeTruthy();
});

test('a start names the robots on mobile data', async () => {
  const server = world();
  renderPage(<AiProjectPage />, pages.aiProject({ id: project.id }));
  await userEvent.click(await screen.findByRole('button', { name: 'Start collection' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('On mobile data now: Otter');
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start collection' }));
  expect(server.sentTo(aiProjectCalls.start)).toEqual([{ id: project.id, allowMobileData: true }]);
});

test('a consent is withdrawn after the effect is named', async () => {
  const server = world();
  renderPage(<AiProjectListPage />, pages.aiProjects({ view: 'consents' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('24 images of the site and their labels are deleted for good');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  expect(server.sentTo(aiConsentCalls.withdraw)).toEqual([{ id: consent.id }]);
});

test('an account that may only look has no acts', async () => {
  world();
  renderPage(<AiProjectListPage />, pages.aiProjects(), userWith(permissions.aiCentre));
  expect(await screen.findByText('Stains')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add project' })).toBeNull();
});
