import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

interface Props {
  title: string;
  query: UseQueryResult<{ list: unknown[]; total: number }>;
  /** Shown when there is no record. */
  none: string;
  /** An item of a list for each record. */
  children: ReactNode;
}

/** A titled list of the newest records. */
export function RecordPanel({ title, query, none, children }: Props) {
  const { t } = useTranslation('knowledge/privacy');
  const { data, error, refetch } = query;
  return (
    <section className="sl-panel">
      <header>
        <h2>{title}</h2>
        {data && data.total > data.list.length && (
          <small>{t('newest', { count: data.list.length, total: formatNumber(data.total) })}</small>
        )}
      </header>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={3} />
      ) : data.list.length === 0 ? (
        <p className="sl-panel-calm">{none}</p>
      ) : (
        <ul>{children}</ul>
      )}
    </section>
  );
}
