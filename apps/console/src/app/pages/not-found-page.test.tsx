import {
  allCalls,
  kindOfCode,
  pages,
  permissions,
  plannedPages,
  plannedPermissions,
} from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage, userWith } from '../../test-kit/index.ts';
import { redirects, routes } from '../routes/routes.tsx';
import { NotFoundPage } from './not-found-page.tsx';

test('a planned page is told from a mistyped address, and needs its permission', async () => {
  renderPage(<NotFoundPage />, '/appManage/userAgree', userWith(permissions.agreements));
  expect(await screen.findByText('This page is not available yet')).toBeTruthy();
});

test('a mistyped address says that there is no page', async () => {
  renderPage(<NotFoundPage />, '/appManage/userAgre', userWith(permissions.agreements));
  expect(await screen.findByText('There is no page at this address')).toBeTruthy();
});

test('a planned page is refused without its permission', async () => {
  renderPage(<NotFoundPage />, '/appManage/userAgree', userWith(permissions.deviceList));
  expect(await screen.findByText('You do not have permission to go to this page')).toBeTruthy();
});

test('no planned page exists', () => {
  const existing = [...Object.values(pages), ...redirects].map(({ path }) => path);
  expect(plannedPages.filter(({ path }) => existing.includes(path))).toEqual([]);
});

test('the planned permissions are those of pages that no call and no route names', () => {
  const allows = [
    ...Object.values(allCalls).flatMap((family) => Object.values(family).map(({ allow }) => allow)),
    ...routes.flatMap(({ allow, forms = [] }) => [allow, ...forms.map((form) => form.allow)]),
  ];
  const used = new Set<string>(allows.flat());
  const pageCodes = new Set<string>(Object.values(permissions).filter((code) => kindOfCode(code) === 'page'));
  const unused = [...pageCodes].filter((code) => !used.has(code));
  expect(plannedPermissions.filter((code) => pageCodes.has(code)).toSorted()).toEqual(unused.toSorted());
  expect(plannedPermissions.filter((code) => used.has(code))).toEqual([]);
});
