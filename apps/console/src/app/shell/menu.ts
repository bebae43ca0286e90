import { may } from '../../kit/api/may.ts';
import { groups, routes, type Route } from '../routes/routes.tsx';
import type { GroupName } from '../routes/nav-texts.ts';

export type MenuEntry = { route: Route } | { group: GroupName; entries: Route[] };

/** The menu of this person: only routes with an icon that they may open, grouped where the first of a group stands. */
export function menuEntries(): MenuEntry[] {
  const entries: MenuEntry[] = [];
  for (const route of routes.filter(({ icon, allow }) => icon && may(allow))) {
    const { group } = route;
    if (!group) {
      entries.push({ route });
      continue;
    }
    const found = entries.find((entry) => 'group' in entry && entry.group === group);
    if (found && 'group' in found) found.entries.push(route);
    else entries.push({ group, entries: [route] });
  }
  return entries;
}

const routeAt = (pathname: string) => routes.find(({ path }) => path === pathname);

/** The menu entry that is lit: the route itself, or the one it lies under. */
export const litPath = (pathname: string) => {
  const route = routeAt(pathname);
  return route?.under ?? route?.path;
};

/** From the group down to the page: what the breadcrumb shows. */
export function trail(pathname: string): { group?: GroupName; routes: Route[] } {
  const route = routeAt(pathname);
  if (!route) return { routes: [] };
  const parent = route.under ? routeAt(route.under) : undefined;
  const group = route.group ?? parent?.group;
  return { ...(group && { group }), routes: parent ? [parent, route] : [route] };
}

export const opensAtFirst = (group: GroupName) => groups[group].open;
