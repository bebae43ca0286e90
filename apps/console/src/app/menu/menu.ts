import { pages, permissions, type SessionUser } from '@sweepline/contract';
import { may } from '../../kit/api/may.ts';
import { groups, routes, type Route } from '../routes/routes.tsx';
import type { GroupName } from '../routes/nav-texts.ts';
import { dailyPages, maxDailyPages } from './daily-pages.ts';

export interface MenuGroup {
  group: GroupName;
  entries: Route[];
}

export interface Menu {
  /** The pages of a working day, without a heading. */
  daily: Route[];
  /** All others by group, behind "More". */
  more: MenuGroup[];
}

export const routeAt = (pathname: string) => routes.find(({ path }) => path === pathname);

/** The pages of the menu that the user may open. The welcome page has the parts of the data overview, for those who lack it. */
function entriesOf(user: SessionUser): Route[] {
  const hasBoard = may(permissions.home, user);
  return routes.filter(
    ({ icon, allow, path }) =>
      icon !== undefined && may(allow, user) && !(hasBoard && path === pages.welcome.path),
  );
}

/** The menu of a user. One that fits into its first part has no second one. */
export function menuOf(user: SessionUser): Menu {
  const entries = entriesOf(user);
  if (entries.length <= maxDailyPages) return { daily: entries, more: [] };
  const order = dailyPages(user);
  const home = entries.filter(({ group, path }) => !group && !order.includes(path));
  const chosen = order.flatMap((path) => entries.find((route) => route.path === path) ?? []);
  const daily = [...home, ...chosen].slice(0, maxDailyPages);
  const more = groups
    .map((group) => ({
      group,
      entries: entries.filter((route) => route.group === group && !daily.includes(route)),
    }))
    .filter((each) => each.entries.length > 0);
  return { daily, more };
}

/** The path of the active menu entry: the route itself, or its parent. */
export const activePath = (pathname: string) => {
  const route = routeAt(pathname);
  return route?.parent ?? route?.path;
};

/** The entries of the breadcrumb, from the group down to the page. */
export function trail(pathname: string): { group?: GroupName; routes: Route[] } {
  const route = routeAt(pathname);
  if (!route) return { routes: [] };
  const parent = route.parent ? routeAt(route.parent) : undefined;
  const group = route.group ?? parent?.group;
  return { ...(group && { group }), routes: parent ? [parent, route] : [route] };
}
