import { may } from '../../kit/api/may.ts';
import { groups, routes, type Route } from '../routes/routes.tsx';
import type { GroupName } from '../routes/nav-texts.ts';

export interface MenuGroup {
  group: GroupName;
  entries: Route[];
}

const isEntry = ({ icon, allow }: Route) => icon !== undefined && may(allow);

/** Entries above all groups that the user may open. */
export const topEntries = (): Route[] => routes.filter((route) => !route.group && isEntry(route));

/** The groups of the menu in their order, with the entries that the user may open. A group without entries is left out. */
export const menuGroups = (): MenuGroup[] =>
  (Object.keys(groups) as GroupName[])
    .map((group) => ({ group, entries: routes.filter((route) => route.group === group && isEntry(route)) }))
    .filter(({ entries }) => entries.length > 0);

const routeAt = (pathname: string) => routes.find(({ path }) => path === pathname);

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
