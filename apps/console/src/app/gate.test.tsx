import { accessCalls, authCalls, pages, permissions } from '@sweepline/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { may } from '../kit/api/may.ts';
import { session } from '../kit/api/session.ts';
import { startView } from '../shared/people/impersonation.ts';
import { aPerson, fakeServer, userWith, renderPage } from '../test-kit/index.ts';
import { Gate } from './gate.tsx';
import { routes } from './routes/routes.tsx';
import { ViewBanner } from './shell/view-banner.tsx';

const Page = () => <p>the page</p>;
const load = async () => Page;

test('a gate shows its page while the user has the permission, and hides it after it is revoked', async () => {
  const gate = <Gate allow={permissions.roles} load={load} page={null} />;
  renderPage(gate, '/', userWith(permissions.deviceList));
  expect(await screen.findByText('You do not have permission to go to this page')).toBeTruthy();
  act(() => session.open(userWith(permissions.roles)));
  expect(await screen.findByText('the page')).toBeTruthy();
  act(() => session.open(userWith()));
  expect(screen.queryByText('the page')).toBeNull();
});

test('a form that is reached by its address needs the permission of its act', async () => {
  const { allow, forms } = routes.find(({ path }) => path === pages.task.path)!;
  const gate = <Gate allow={allow} forms={forms} load={load} page={null} />;
  renderPage(gate, '/?new=1', userWith(permissions.taskList));
  expect(await screen.findByText('You do not have permission to go to this page')).toBeTruthy();
  act(() => session.open(userWith(permissions.taskList, permissions.taskCreate)));
  expect(await screen.findByText('the page')).toBeTruthy();
});

test('only the pages that start a single cleaning are forms as a whole', () => {
  const formPages = routes.filter(({ forms }) =>
    forms?.every(({ isAt }) => isAt(new URLSearchParams('id=1'))),
  );
  expect(formPages.map(({ path }) => path)).toEqual(
    [pages.singleTask, pages.singleTaskJ20, pages.singleTaskJ30].map(({ path }) => path),
  );
});

test('internal pages are refused to users of other companies, whatever permissions their role has', () => {
  const everywhere = { authorities: [{ authority: '*' }], roleType: 2 as const };
  for (const companyType of [1, 2] as const) {
    session.open(aPerson({ ...everywhere, companyType }));
    expect(
      [permissions.accounts, permissions.roles, permissions.outerAccounts].map((code) => may(code)),
    ).toEqual([...[false, false, true]]);
  }
  session.open(aPerson({ ...everywhere, companyType: 0 }));
  expect(may(permissions.accounts)).toBe(true);
});

const viewed = aPerson({
  userId: 'viewed',
  username: 'mall.admin',
  nickname: 'Li Na',
  companyName: 'Mall',
  session: 'view-token',
  viewer: { username: 'wei', nickname: 'Wei' },
});

test('impersonation shows a banner, and its end restores the own session and address', async () => {
  const server = fakeServer();
  server.on(accessCalls.viewAs, () => ({ session: 'view-token', until: '2030-01-01T00:00:00.000Z' }));
  server.on(authCalls.check, () => viewed);
  server.on(accessCalls.endView, () => ({}));
  history.replaceState(null, '', '/userManage/userList?page=2');
  renderPage(<ViewBanner />);
  expect(screen.queryByText('End view')).toBeNull();
  await act(() => startView('viewed'));
  expect(location.pathname).toBe('/');
  const checked = server.requests.find(({ path }) => path === authCalls.check.path);
  expect(checked?.headers.get('authorization')).toBe('view-token');
  expect(screen.getByText('You see this as Li Na, Mall.')).toBeTruthy();
  await userEvent.click(screen.getByText('End view'));
  expect(session.user()?.username).toBe('wei');
  expect(location.pathname + location.search).toBe('/userManage/userList?page=2');
  expect(server.requests.at(-1)?.headers.get('authorization')).toBe('view-token');
});

test('closing the session during impersonation ends the impersonation and not the own session', () => {
  session.open(aPerson());
  session.enterView(viewed, '/');
  session.close('The view has ended');
  expect(session.user()?.username).toBe('wei');
  session.close('Signed in elsewhere');
  expect(session.user()).toBeNull();
  expect(session.signOutReason()).toBe('Signed in elsewhere');
});

test('a page of one record that is opened without an id leads to its list', async () => {
  const records = routes.filter(({ needsId }) => needsId);
  expect(records.length).toBeGreaterThanOrEqual(10);
  for (const { path, parent } of records) {
    const list = routes.find((route) => route.path === parent)!;
    const gate = <Gate allow="signedIn" list={list} load={load} page={Page} />;
    const { unmount } = renderPage(gate, path);
    expect(await screen.findByText('The address names no record'), path).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href'), path).toBe(parent);
    unmount();
    const { unmount: unmountRecord } = renderPage(gate, `${path}?id=x`);
    expect(await screen.findByText('the page'), path).toBeTruthy();
    unmountRecord();
  }
});
