import {
  allCodes,
  companyTypes,
  flatten,
  pages,
  permissions,
  permissionTree,
  type SessionUser,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { userWith } from '../test-kit/index.ts';
import { may } from '../kit/api/may.ts';
import { session } from '../kit/api/session.ts';
import { icons } from '../kit/ui/icons.ts';
import { activePath, menuOf, trail } from './menu/menu.ts';
import { groups, homes, redirects, routes } from './routes/routes.tsx';
import texts from './texts/en.json';

const codes = new Set<string>(flatten(permissionTree));
const paths = new Set(routes.map(({ path }) => path));

test('every route has a path of its own', () => {
  expect(paths.size).toBe(routes.length);
});

/** Pages without the shell, for people without an account. */
const outsideShell = [pages.knowledgeBase.path, pages.agreementTexts.path];

test('the table of pages has the path of every route and no other path', () => {
  expect(
    Object.values(pages)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([...paths, ...outsideShell].toSorted());
});

test.each(routes)(
  '$path has a permission of the tree, a title, and a menu entry of its own or of its parent',
  ({ allow, title, icon, group, parent }) => {
    const permissionCodes: readonly string[] = typeof allow === 'string' ? [allow] : allow;
    expect(
      permissionCodes.every(
        (code) => codes.has(code) || code === 'signedIn' || code === 'superAdmin' || code === 'everyone',
      ),
    ).toBe(true);
    expect(texts.titles[title]).toBeTruthy();
    expect(icon === undefined || icon in icons).toBe(true);
    expect(group === undefined || groups.includes(group)).toBe(true);
    // A page without a menu entry marks the entry of its parent as active.
    expect(icon ?? routes.find(({ path }) => path === parent)?.icon).toBeTruthy();
  },
);

test.each(routes)('$path has a page', { timeout: 60_000 }, async ({ page }) => {
  expect(await page()).toBeTypeOf('function');
});

test('a letter opens one page, which needs no record', () => {
  const letters = routes.filter(({ goKey }) => goKey);
  const keys = letters.map(({ goKey }) => goKey);
  expect(new Set(keys).size).toBe(keys.length);
  // G itself begins, and H leads home.
  for (const { goKey, needsId } of letters)
    expect([goKey, needsId]).toEqual([expect.stringMatching(/^[a-fi-z]$/), undefined]);
});

test('a redirect leads to a page', () => {
  for (const { to } of redirects) expect(paths.has(to), to).toBe(true);
});

test.each([
  ['an account without the data board', [], pages.welcome.path],
  ['a technician', [permissions.workOrders, permissions.orderWork], pages.myWorkOrders.path],
  [
    'a dispatcher',
    [permissions.workOrders, permissions.orderWork, permissions.orderDispatch],
    pages.welcome.path,
  ],
])('the home of %s is its daily page', (_who, granted, home) => {
  session.open(userWith(...granted));
  expect(homes().find((path) => routes.some((route) => route.path === path && may(route.allow)))).toBe(home);
});

const menuWith = (granted: string[], person: Partial<SessionUser> = {}) => {
  const user = { ...userWith(...granted), ...person };
  session.open(user);
  return menuOf(user);
};
const titlesOf = (entries: { title: string }[]) => entries.map(({ title }) => title);

test('a menu that fits into a window has no second part', () => {
  expect(menuWith(['M200002'])).toMatchObject({
    daily: [{ title: 'welcome' }, { title: 'devices' }],
    more: [],
  });
  expect(titlesOf(menuWith(['M200002', 'M20000204']).daily)).toContain('commands');
});

test.each<[string, string[], Partial<SessionUser>, string]>([
  ['staff of the provider', ['*'], { companyType: companyTypes.provider }, 'board'],
  ['an agent', ['*'], { companyType: companyTypes.agent }, 'board'],
  ['a customer', ['*'], { companyType: companyTypes.terminal }, 'board'],
  [
    'a technician',
    allCodes.filter((code) => code !== permissions.orderDispatch && code !== permissions.home),
    { companyType: companyTypes.agent },
    'myWorkOrders',
  ],
])(
  'the menu of %s begins with the home and has at most twelve daily pages, each page once',
  (_who, granted, person, first) => {
    const { daily, more } = menuWith(granted, person);
    expect(daily.length).toBeGreaterThan(9);
    expect(daily.length).toBeLessThanOrEqual(12);
    expect(daily[0]?.title).toBe(first);
    const all = [...daily, ...more.flatMap(({ entries }) => entries)].map(({ path }) => path);
    expect(new Set(all).size).toBe(all.length);
    const open = routes.filter(({ icon, allow, path }) => icon && may(allow) && path !== pages.welcome.path);
    expect(all.filter((path) => path !== pages.welcome.path).toSorted()).toEqual(
      open.map(({ path }) => path).toSorted(),
    );
  },
);

test('the groups behind More have one order, and none is empty', () => {
  const { more } = menuWith(['*']);
  expect(more.map(({ group }) => group)).toEqual(
    groups.filter((group) => more.some((each) => each.group === group)),
  );
  expect(more.every(({ entries }) => entries.length > 0)).toBe(true);
});

test('the rules of notices are one entry of the menu, which stays active on all their pages', () => {
  const { daily, more } = menuWith(['*']);
  const rules = [pages.runNotices, pages.connectionNotices, pages.alarmSettings, pages.escalation];
  expect(new Set(rules.map(({ path }) => activePath(path)))).toEqual(new Set([pages.runNotices.path]));
  const titles = titlesOf([...daily, ...more.flatMap(({ entries }) => entries)]);
  expect(titles.filter((title) => title === 'noticeRules')).toHaveLength(1);
  expect(titles).not.toContain('escalation');
});

test('a child page marks the menu entry of its parent as active and follows it in the breadcrumb', () => {
  expect(activePath('/device/detail')).toBe('/deviceManage/list');
  expect(trail('/device/detail')).toMatchObject({
    group: 'work',
    routes: [{ title: 'devices' }, { title: 'device' }],
  });
});
