import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useCurrentPageName } from '../../kit/ui/page-name.ts';
import { productName } from '../../kit/format/product-name.ts';
import { trail } from '../menu/menu.ts';
import { useRouteTitle } from './use-route-title.ts';
import { useGroupName } from './use-group-name.ts';

/** The path of the page in the menu. Its last entry is also the window's title. */
export function Breadcrumb() {
  const { t } = useTranslation('app');
  const groupName = useGroupName();
  const routeTitle = useRouteTitle();
  const { group, routes } = trail(useLocation().pathname);
  const name = useCurrentPageName();
  const page = routes.at(-1);
  const last = name || (page ? routeTitle(page.title) : '');
  useEffect(() => {
    document.title = last ? `${last} · ${productName()}` : productName();
  }, [last]);
  return (
    <nav className="sl-crumbs" aria-label={t('breadcrumb')}>
      <ol>
        {group && <li className="sl-crumbs-group">{groupName(group)}</li>}
        {routes.slice(0, -1).map(({ path, title }) => (
          <li key={path}>
            <Link to={path}>{routeTitle(title)}</Link>
          </li>
        ))}
        <li aria-current="page">{last}</li>
      </ol>
    </nav>
  );
}
