import { pages, type OtaPackage } from '@sweepline/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatBytes, formatNumber, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { ReleaseMark } from '../../../shared/approval/release-mark.tsx';

/** The robots that a package is for: all of its models, or a number of named ones. */
export function useScopeText() {
  const { t } = useTranslation('updates/packages');
  return useCallback(
    ({ releaseScope, whitelistCount }: Pick<OtaPackage, 'releaseScope' | 'whitelistCount'>) =>
      releaseScope === 'WHITELIST' && whitelistCount !== null
        ? t('named', { count: whitelistCount, number: formatNumber(whitelistCount) })
        : t(`scope.${releaseScope}`),
    [t],
  );
}

export function usePackageColumns(): Column<OtaPackage>[] {
  const { t } = useTranslation('updates/packages');
  const scopeText = useScopeText();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '22%',
        sort: 'name',
        cell: ({ id, name, format }) => (
          <>
            <Link to={pages.otaPackage({ id })}>{name}</Link>
            <small>{format}</small>
          </>
        ),
      },
      {
        key: 'version',
        title: t('version'),
        sort: 'version',
        cell: ({ version, forced }) => (
          <>
            {version}
            {forced && <small>{t('forced')}</small>}
          </>
        ),
      },
      {
        key: 'state',
        title: t('stateTitle'),
        width: '160px',
        cell: ({ state }) => <ReleaseMark state={state} />,
      },
      {
        key: 'models',
        title: t('models'),
        cell: ({ models, pkgType }) => (
          <>
            {models.join(', ')}
            <small>{t(`type.${pkgType}`)}</small>
          </>
        ),
      },
      {
        key: 'bytes',
        title: t('size'),
        sort: 'bytes',
        numeric: true,
        cell: ({ bytes }) => formatBytes(bytes),
      },
      { key: 'scope', title: t('scopeTitle'), cell: (row) => scopeText(row) },
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
    [t, scopeText],
  );
}
