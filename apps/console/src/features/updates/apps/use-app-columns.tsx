import { pages, type App } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';
import { ReleaseMark } from '../../../shared/approval/release-mark.tsx';

/** The icon of an app, or a plain one. */
export const AppIcon = ({ icon }: { icon: string | null }) => (
  <span className="app-icon" aria-hidden>
    {icon === null ? (
      <Icon name="cards" size={20} />
    ) : (
      <StoredImage address={icon} alt="">
        <Icon name="cards" size={20} />
      </StoredImage>
    )}
  </span>
);

const Name = ({ id, name, packageId, icon }: App) => (
  <span className="app-name">
    <AppIcon icon={icon} />
    <span>
      <Link to={pages.app({ id })}>{name}</Link>
      <small>{packageId}</small>
    </span>
  </span>
);

export function useAppColumns(): Column<App>[] {
  const { t } = useTranslation('updates/apps');
  return useMemo(
    () => [
      { key: 'name', title: t('name'), width: '26%', sort: 'name', cell: (row) => <Name {...row} /> },
      {
        key: 'platform',
        title: t('platformTitle'),
        cell: ({ platform, category }) => (
          <>
            {t(`platform.${platform}`)}
            <small>{t(`category.${category}`)}</small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('stateTitle'),
        width: '150px',
        cell: ({ state }) => <ReleaseMark state={state} />,
      },
      {
        key: 'version',
        title: t('newest'),
        cell: ({ newest }) =>
          newest ? (
            <>
              {newest.version}
              <small>{newest.build}</small>
            </>
          ) : (
            unknown
          ),
      },
      {
        key: 'installs',
        title: t('installs'),
        sort: 'installs',
        numeric: true,
        cell: ({ installs }) => (installs === null ? unknown : formatNumber(installs)),
      },
      {
        key: 'companies',
        title: t('companies'),
        cell: ({ companies, isOwn }) =>
          isOwn ? companies.map(({ name }) => name).join(', ') || t('allCompanies') : unknown,
      },
      { key: 'publisher', title: t('publisher'), cell: ({ publisher }) => publisher, hidden: true },
      {
        key: 'updated',
        title: t('updated'),
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => (
          <>
            <Ago at={updatedAt} />
            {updatedBy && <small>{updatedBy}</small>}
          </>
        ),
      },
    ],
    [t],
  );
}
