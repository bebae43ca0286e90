import { appReleaseCalls, defaultPageSize, pages, type AppInstall } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { langNames } from '../../../kit/format/lang.ts';
import { Pager } from '../../../kit/list/pager.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

/** The installs that have the build of a version, the ones that were seen last first. */
export function InstallsPanel({ releaseId }: { releaseId: string }) {
  const { t } = useTranslation('updates/app-releases');
  const [{ page, pageSize }, setPaging] = useState({ page: 1, pageSize: defaultPageSize });
  const { data, error, refetch } = useQuery({
    ...callQuery(appReleaseCalls.installs, { releaseId, page, pageSize }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('installs')}</h2>
      </header>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={4} />}
      {data?.total === 0 && <Empty icon="cards" title={t('noInstalls')} hint={t('noInstallsHint')} />}
      {data && data.total > 0 && (
        <>
          <ul>
            {data.list.map((install) => (
              <Install key={install.id} {...install} />
            ))}
          </ul>
          {data.total > defaultPageSize && (
            <Pager
              total={data.total}
              page={page}
              pageSize={pageSize}
              onChange={(next, size) => setPaging({ page: next, pageSize: size })}
            />
          )}
        </>
      )}
    </section>
  );
}

const Install = ({ install, device, lang, lastSeenAt }: AppInstall) => (
  <li>
    <span className="app-release-install">
      {device ? <Link to={pages.device({ id: device.id })}>{device.nickname}</Link> : install}
      <small>{[device && install, lang && langNames[lang]].filter(Boolean).join(' · ')}</small>
    </span>
    <Ago at={lastSeenAt} />
  </li>
);
