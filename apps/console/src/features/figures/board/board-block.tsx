import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

interface Props<T> {
  /** The question that the block answers, as its title. */
  question: string;
  /** How its numbers are computed, shown on hover and to screen readers. */
  formula?: string;
  /** Controls beside the title. */
  tools?: ReactNode;
  query: UseQueryResult<T>;
  /** What to say instead of an empty chart; null when there is something to show. */
  emptyText?: (data: T) => string | null;
  children: (data: T) => ReactNode;
}

/** One question of the data board with its answer. Data that cannot be renewed stays, greyed, with its age. */
export function BoardBlock<T>({ question, formula, tools, query, emptyText, children }: Props<T>) {
  const { t } = useTranslation('figures/board');
  const { data, error, refetch, dataUpdatedAt, isFetching } = query;
  const content = () => {
    if (data === undefined)
      return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton lines={5} />;
    const nothing = emptyText?.(data);
    return nothing ? <p className="board-note">{nothing}</p> : children(data);
  };
  const isStale = error !== null && data !== undefined;
  return (
    <section className="board-block" aria-busy={isFetching}>
      <header>
        <h2>
          {question}
          {formula && (
            <span className="board-formula" title={formula}>
              <Icon name="info" size={14} />
              <span className="sl-sr-only">{formula}</span>
            </span>
          )}
        </h2>
        {tools}
      </header>
      <div className={isStale ? 'board-content board-stale' : 'board-content'}>{content()}</div>
      {isStale && (
        <p className="board-note" role="status">
          <Icon name="offline" size={14} /> {t('stale')} <Ago at={new Date(dataUpdatedAt).toISOString()} />
        </p>
      )}
    </section>
  );
}
