import { may } from '../../kit/api/may.ts';
import type { IconName } from '../../kit/ui/icons.ts';
import { routes, type Route } from '../routes/routes.tsx';
import type { GroupName, RouteTitle } from '../routes/nav-texts.ts';
import english from '../texts/en.json';
import type { PaletteItem } from './palette-item.ts';

/** Pages without a menu entry that can be opened without naming a record, with an icon. */
const direct: Partial<Record<RouteTitle, IconName>> = {
  gettingStarted: 'check',
  profile: 'user',
  security: 'shield',
  notices: 'bell',
  shared: 'external',
  settingsRollouts: 'history',
  settingsProfiles: 'layers',
  taskTemplates: 'copy',
  importMap: 'upload',
  access: 'key',
  connectionNotices: 'offline',
  alarmSettings: 'alert',
  escalation: 'bell',
};

/** The icon of a page that can be opened; undefined for pages of one record. */
const iconOf = ({ icon, title }: Route) => icon ?? direct[title];

/** The pages that the user may open, found by their title in the reader's language and in English. */
export function pageItems(
  routeTitle: (title: RouteTitle) => string,
  groupName: (group: GroupName) => string,
): PaletteItem[] {
  return routes
    .filter((route) => may(route.allow))
    .flatMap((route): PaletteItem[] => {
      const { path, title, group, parent } = route;
      const icon = iconOf(route);
      if (!icon) return [];
      const section = group ?? routes.find((above) => above.path === parent)?.group;
      const item: PaletteItem = {
        key: `page ${path}`,
        group: 'pages',
        icon,
        title: routeTitle(title),
        detail: section ? groupName(section) : undefined,
        also: [english.titles[title]],
        to: path,
      };
      return [item];
    });
}
