import { allCalls, kindOfCode, permissions, plannedPermissions } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { routes } from '../routes/routes.tsx';
import { NotFoundPage } from './not-found-page.tsx';

test('a mistyped address says that there is no page', async () => {
  renderPage(<NotFoundPage />, '/appManage/userAgre');
  expect(await screen.findByText('There is no page at this address')).toBeTruthy();
});

test('the planned permissions are those that no call and no route names, and every page has a route', () => {
  const allows = [
    ...Object.values(allCalls).flatMap((family) => Object.values(family).map(({ allow }) => allow)),
    ...routes.flatMap(({ allow, forms = [] }) => [allow, ...forms.map((form) => form.allow)]),
  ];
  const used = new Set<string>(allows.flat());
  const pageCodes = new Set<string>(Object.values(permissions).filter((code) => kindOfCode(code) === 'page'));
  const unused = [...pageCodes].filter((code) => !used.has(code));
  expect(unused).toEqual([]);
  expect(plannedPermissions.filter((code) => used.has(code))).toEqual([]);
});
