import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSession } from '../../kit/api/session.ts';
import { useMenuPins } from '../../kit/api/use-menu-pins.ts';
import { RouteEntry, type MenuPart } from './menu-entry.tsx';
import { MenuLink } from './menu-link.tsx';
import { activePath, menuOf, routeAt } from './menu.ts';
import { MenuMore } from './menu-more.tsx';
import { useRouteTitle } from '../shell/use-route-title.ts';

/** The menu in the sidebar and in the drawer: what the user pinned, the pages of the day, and the others behind "More". */
export function MenuList({ narrow = false }: { narrow?: boolean }) {
  const user = useSession();
  const active = activePath(useLocation().pathname);
  const pins = useMenuPins();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The entry of the page may be below the fold, as after a link from another page.
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active, narrow]);
  if (!user) return null;
  const { daily, more } = menuOf(user);
  const part = { active, narrow, pins };
  return (
    <ul className="sl-menu" ref={list}>
      <Pinned {...part} />
      {daily.map((route) => (
        <RouteEntry key={route.path} route={route} {...part} />
      ))}
      {more.length > 0 && <MenuMore groups={more} {...part} />}
    </ul>
  );
}

/** The pins whose pages the user may still open. */
function Pinned({ pins }: MenuPart) {
  const { t } = useTranslation('app');
  const routeTitle = useRouteTitle();
  const { pathname, search } = useLocation();
  const entries = pins.pins.flatMap((pin) => {
    const route = routeAt(pin.page);
    return route ? [{ pin, route }] : [];
  });
  if (entries.length === 0) return null;
  return (
    <li className="sl-menu-pinned">
      <ul aria-label={t('pinned')}>
        {entries.map(({ pin, route }) => (
          <MenuLink
            key={`${pin.page}?${pin.query}`}
            pin={pin}
            title={pin.name || routeTitle(route.title)}
            icon={route.icon ?? 'star'}
            isActive={pin.query !== '' && pin.page === pathname && search === `?${pin.query}`}
            pins={pins}
          />
        ))}
      </ul>
    </li>
  );
}
