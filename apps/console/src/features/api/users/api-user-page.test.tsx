import {
  apiUserCalls,
  deviceCalls,
  fieldReason,
  pages,
  siteCalls,
  type ApiKey,
  type ApiRequest,
  type ApiUserDetail,
} from '@sweepline/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage } from '../../../test-kit/index.ts';
import { ApiUserPage } from './api-user-page.tsx';
import { signingExamples } from './keys/signing-code.ts';

const key: ApiKey = {
  id: '01900000-0000-7000-8000-0000000000d1',
  keyId: 'key_abc',
  name: 'Server 1',
  scopes: ['read'],
  sites: [],
  robots: [],
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'Wei',
  lastUsedAt: null,
  lastAddress: null,
  revokedAt: null,
  revokedBy: null,
};

const user: ApiUserDetail = {
  id: '01900000-0000-7000-8000-0000000000a1',
  companyId: '01900000-0000-7000-8000-0000000000c1',
  companyName: 'Mall',
  name: 'Reporting',
  contactName: 'Jana Vogt',
  contactEmail: 'jana@example.com',
  validFrom: '2029-12-01T00:00:00.000Z',
  validUntil: '2031-01-01T00:00:00.000Z',
  addresses: ['192.0.2.0/24'],
  callsPerDay: 10_000,
  callsPerSecond: 5,
  state: 'ENABLED',
  keys: 1,
  lastUsedAt: null,
  suspendedAt: null,
  suspendedBy: null,
  revokedAt: null,
  revokedBy: null,
  createdAt: '2029-12-01T00:00:00.000Z',
  createdBy: 'Wei',
  version: 1,
  keyList: [key],
  today: [{ group: 'read', calls: 1_200 }],
};

const at = (tab: string) => pages.apiUser({ id: user.id, tab });

test('the overview shows state, whitelist and the calls of today', async () => {
  fakeServer().on(apiUserCalls.detail, () => user);
  renderPage(<ApiUserPage />, at('overview'));
  expect(await screen.findByText('1,200 of 10,000 calls today')).toBeTruthy();
  expect(screen.getByText('192.0.2.0/24')).toBeTruthy();
  expect(screen.getByText('Enabled')).toBeTruthy();
});

test('a new key shows its secret once, and the example names the key', async () => {
  const server = fakeServer();
  server.on(apiUserCalls.detail, () => user);
  for (const call of [siteCalls.list, deviceCalls.list]) server.on(call, () => ({ list: [], total: 0 }));
  server.on(apiUserCalls.addKey, () => ({ key: { ...key, keyId: 'key_new' }, secret: 'secret-of-the-key' }));
  renderPage(<ApiUserPage />, at('keys'));
  expect(await screen.findByText(/KEY_ID='key_abc'/)).toBeTruthy();
  await userEvent.click(screen.getByText('Create key'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('secret-of-the-key')).toBeTruthy();
  expect(server.sentTo(apiUserCalls.addKey)).toMatchObject([{ id: user.id, scopes: ['read'] }]);
});

test('with two keys in force none can be added, and one is revoked after a confirmation', async () => {
  const server = fakeServer();
  const second = { ...key, id: '01900000-0000-7000-8000-0000000000d2', keyId: 'key_def', name: 'Server 2' };
  server.on(apiUserCalls.detail, () => ({ ...user, keyList: [key, second] }));
  server.on(apiUserCalls.revokeKey, () => ({ ...second, revokedAt: key.createdAt, revokedBy: 'Wei' }));
  renderPage(<ApiUserPage />, at('keys'));
  const row = (await screen.findByText('Server 2')).closest('tr') ?? document.body;
  expect(screen.queryByText('Create key')).toBeNull();
  await userEvent.click(within(row).getByText('Revoke'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Key revoked')).toBeTruthy();
  expect(server.sentTo(apiUserCalls.revokeKey)).toEqual([{ id: user.id, keyId: 'key_def' }]);
});

test('an eleventh address is refused at its field with the text of the server', async () => {
  const server = fakeServer();
  const limit = 'IP whitelist exceeds the limit of 10';
  server.on(apiUserCalls.detail, () => user);
  server.on(apiUserCalls.update, () => {
    throw new Refused('invalid', { addresses: fieldReason('ADDRESS_LIMIT', { most: 10 }) });
  });
  renderPage(<ApiUserPage />, at('overview'));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(limit)).toBeTruthy();
});

test('the examples sign for the address of the server', () => {
  for (const example of Object.values(signingExamples)) {
    const code = example({ keyId: 'key_abc', origin: 'https://console.example:8443' });
    expect(code).toContain('key_abc');
    expect(code).toContain('https://console.example:8443');
  }
  expect(signingExamples.curl({ keyId: 'k', origin: 'https://a.example' })).toContain("HOST='a.example'");
});

test('usage tells what is left of today and warns from four fifths of a quota on', async () => {
  const server = fakeServer();
  server.on(apiUserCalls.detail, () => ({ ...user, today: [{ group: 'read' as const, calls: 8_500 }] }));
  server.on(apiUserCalls.usage, () => ({
    callsPerDay: 10_000,
    callsPerSecond: 5,
    days: [{ day: '2030-01-01', group: 'read' as const, calls: 321 }],
  }));
  renderPage(<ApiUserPage />, at('usage'));
  expect(await screen.findByText('1,500 left today')).toBeTruthy();
  expect(screen.getByText('Four fifths of the quota are used')).toBeTruthy();
  expect(screen.getByText('321')).toBeTruthy();
});

test('a refused request says why, and shows the text that its signature should cover', async () => {
  const server = fakeServer();
  server.on(apiUserCalls.detail, () => user);
  const request: ApiRequest = {
    id: '01900000-0000-7000-8000-0000000000f1',
    at: '2030-01-01T00:00:00.000Z',
    keyId: 'key_abc',
    method: 'GET',
    target: '/open/v1/robots',
    status: 401,
    problem: 'signature-invalid',
    facts: { signatureBase: '"@method": GET' },
    durationMs: 3,
    address: '192.0.2.7',
    requestId: 'r1',
  };
  server.on(apiUserCalls.requests, () => ({ list: [request], total: 1 }));
  renderPage(<ApiUserPage />, at('requests'));
  await userEvent.click(await screen.findByText('GET /open/v1/robots'));
  expect(await screen.findByText('"@method": GET')).toBeTruthy();
  expect(screen.getAllByText(/The signature or the key is not valid/).length).toBeGreaterThan(0);
});
