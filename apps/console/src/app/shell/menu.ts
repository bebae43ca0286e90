import { may } from '../../kit/api/may.ts';
import { groups, routes, type Route } from '../routes/routes.tsx';
import type { GroupName } from '../routes/nav-texts.ts';

export type MenuEntry = { route: Route } | { group: GroupName; entries: Route[] };

/** The menu of the user: the routes with an icon that they may open. A group is at the position of its first route. */
export function menuEntries(): MenuEntry[] {
  const entries: MenuEntry[] = [];
  for (const route of routes.filter(({ icon, allow }) => icon && may(allow))) {
    const { group } = route;
    if (!group) {
      entries.push({ route });
      continue;
    }
    const existing = entries.find((entry) => 'group' in entry && entry.group === group);
    if (existing && 'group' in existing) existing.entries.push(route);
    else entries.push({ group, entries: [route] });
  }
  return entries;
}

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

export const opensAtFirst = (group: GroupName) => groups[group].open;
