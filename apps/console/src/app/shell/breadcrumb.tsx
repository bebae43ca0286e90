import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useCurrentPageName } from '../../kit/ui/page-name.ts';
import { trail } from './menu.ts';
import { useGroupName } from './use-group-name.ts';

/** The path of the page in the menu. Its last entry is also the window's title. */
export function Breadcrumb() {
  const { t } = useTranslation('app');
  const groupName = useGroupName();
  const { group, routes } = trail(useLocation().pathname);
  const name = useCurrentPageName();
  const page = routes.at(-1);
  const last = name || (page ? t(`titles.${page.title}`) : '');
  useEffect(() => {
    document.title = last ? `${last} · Sweepline` : 'Sweepline';
  }, [last]);
  return (
    <nav className="sl-crumbs" aria-label={t('breadcrumb')}>
      <ol>
        {group && <li className="sl-crumbs-group">{groupName(group)}</li>}
        {routes.slice(0, -1).map(({ path, title }) => (
          <li key={path}>
            <Link to={path}>{t(`titles.${title}`)}</Link>
          </li>
        ))}
        <li aria-current="page">{last}</li>
      </ol>
    </nav>
  );
}
