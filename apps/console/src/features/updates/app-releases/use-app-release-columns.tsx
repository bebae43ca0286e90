import { pages, type AppRelease } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatBytes, formatNumber, formatPercent, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { ReleaseMark } from '../../../shared/approval/release-mark.tsx';

/** The state of a version. A halted one says so instead of published. */
export function AppReleaseMark({ state, haltedAt }: Pick<AppRelease, 'state' | 'haltedAt'>) {
  const { t } = useTranslation('updates/app-releases');
  return haltedAt === null ? (
    <ReleaseMark state={state} />
  ) : (
    <StateMark tone="waiting" icon="pause" word={t('halted')} />
  );
}

export function useAppReleaseColumns(): Column<AppRelease>[] {
  const { t } = useTranslation('updates/app-releases');
  return useMemo(
    () => [
      {
        key: 'version',
        title: t('version'),
        width: '24%',
        cell: ({ id, appName, version, packageId }) => (
          <>
            <Link to={pages.appRelease({ id })}>{`${appName} ${version}`}</Link>
            <small>{packageId}</small>
          </>
        ),
      },
      {
        key: 'build',
        title: t('build'),
        sort: 'build',
        numeric: true,
        cell: ({ build, forced }) => (
          <>
            {build}
            {forced && <small>{t('forced')}</small>}
          </>
        ),
      },
      { key: 'state', title: t('stateTitle'), width: '150px', cell: (row) => <AppReleaseMark {...row} /> },
      {
        key: 'share',
        title: t('share'),
        numeric: true,
        cell: ({ percent, releaseScope, whitelistCount, state }) =>
          state !== 'PUBLISHED'
            ? unknown
            : releaseScope === 'WHITELIST'
              ? t('named', { number: formatNumber(whitelistCount) })
              : formatPercent(percent),
      },
      {
        key: 'installs',
        title: t('installs'),
        numeric: true,
        cell: ({ installs }) => formatNumber(installs),
      },
      { key: 'size', title: t('size'), numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
      {
        key: 'uploaded',
        title: t('uploaded'),
        sort: 'uploadedAt',
        cell: ({ uploadedAt, uploadedBy }) => (
          <>
            <Ago at={uploadedAt} />
            {uploadedBy && <small>{uploadedBy}</small>}
          </>
        ),
      },
      {
        key: 'released',
        title: t('released'),
        sort: 'releasedAt',
        cell: ({ releasedAt }) => (releasedAt ? <Ago at={releasedAt} /> : unknown),
      },
    ],
    [t],
  );
}
