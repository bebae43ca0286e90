import type { MenuPins } from '../../kit/api/use-menu-pins.ts';
import type { Route } from '../routes/routes.tsx';
import { MenuLink } from './menu-link.tsx';
import { useRouteTitle } from '../shell/use-route-title.ts';

/** What each part of the menu needs to draw its entries. In the narrow form they have no names, because they do not fit. */
export interface MenuPart {
  active: string | undefined;
  narrow: boolean;
  pins: MenuPins;
}

/** A page of the menu. */
export function RouteEntry({ route, active, pins }: MenuPart & { route: Route }) {
  const title = useRouteTitle()(route.title);
  return (
    <MenuLink
      pin={{ page: route.path, query: '', name: '' }}
      title={title}
      icon={route.icon}
      isActive={route.path === active}
      pins={pins}
    />
  );
}
