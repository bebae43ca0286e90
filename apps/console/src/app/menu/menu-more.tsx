import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../kit/ui/icon.tsx';
import { RouteEntry, type MenuPart } from './menu-entry.tsx';
import { useMenuFolds } from './menu-folds.ts';
import type { MenuGroup } from './menu.ts';

// Most people never open it, so the first page does without it.
const MenuGroups = lazy(() =>
  import('./menu-groups.tsx').then(({ MenuGroups: component }) => ({ default: component })),
);

/** The pages that are not of every day, by group. Closed, it still shows the entry of the open page. */
export function MenuMore({ groups, ...part }: MenuPart & { groups: MenuGroup[] }) {
  const { t } = useTranslation('app');
  const folds = useMenuFolds();
  const isOpen = folds.isOpen('more');
  const current = groups.flatMap(({ entries }) => entries.filter(({ path }) => path === part.active));
  return (
    <>
      <li className="sl-menu-group">
        <button
          type="button"
          className="sl-menu-head"
          aria-expanded={isOpen}
          title={t('more')}
          onClick={() => folds.set('more', !isOpen)}
        >
          <Icon name="more" />
          <span>{t('more')}</span>
          <Icon name="down" size={12} strokeWidth={2.2} />
        </button>
        {!isOpen && (
          <ul>
            {current.map((route) => (
              <RouteEntry key={route.path} route={route} {...part} />
            ))}
          </ul>
        )}
      </li>
      {isOpen && (
        <Suspense>
          <MenuGroups groups={groups} {...part} />
        </Suspense>
      )}
    </>
  );
}
