import { deviceVersionCalls, type VersionChange } from '@sweepline/contract';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { usePartName } from '../../../shared/words/use-part-name.ts';

const pageSize = 30;

/** Changes of one report are grouped: an update changes several parts at once. */
const byMoment = (changes: readonly VersionChange[]) =>
  [...Map.groupBy(changes, ({ at }) => at)].map(([at, rows]) => ({ at, rows: rows.toReversed() }));

/** Every reported change, the newest first. */
export function VersionHistory({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices/versions');
  const nameOf = usePartName();
  const [pages, setPages] = useState(1);
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      ...callQuery(deviceVersionCalls.history, { deviceId, page: index + 1, pageSize }),
      meta: { silent: true },
    })),
  });
  const failed = queries.find(({ error, data }) => error && !data);
  const changes = queries.flatMap(({ data }) => data?.list ?? []);
  const total = queries[0]?.data?.total ?? 0;
  return (
    <section className="dv-history">
      <h2>{t('history')}</h2>
      {failed?.error && <Failure error={failed.error} onRetry={() => void failed.refetch()} />}
      {queries[0]?.isPending && <Skeleton lines={6} />}
      {queries[0]?.data && changes.length === 0 && <p className="dv-note">{t('noHistory')}</p>}
      <ol>
        {byMoment(changes).map(({ at, rows }) => (
          <li key={at}>
            <time dateTime={at}>{formatTime(at)}</time>
            <ul>
              {rows.map(({ id, part, before, after }) => (
                <li key={id}>
                  <span>{nameOf(part)}</span>
                  <span className="dv-step">
                    {before === null ? t('appeared') : <code>{before}</code>}
                    <Icon name="right" size={12} />
                    {after === null ? t('gone') : <code>{after}</code>}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {changes.length < total && (
        <Button busy={queries.at(-1)?.isPending ?? false} onClick={() => setPages(pages + 1)}>
          {t('earlier')}
        </Button>
      )}
    </section>
  );
}
