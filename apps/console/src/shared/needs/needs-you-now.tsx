import { needKinds, type NeedKind, type Output, type needCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { needIcons } from './need-looks.ts';
import { NeedRow } from './need-row.tsx';
import { useNeedFilter, useNeeds } from './use-needs.ts';
import './needs.css';

const firstRows = 8;
/** The largest page. What ranks below it is reached by the filters. */
const allRows = 99;

/** What waits for the reader, ranked by level and by cleaning lost. The filters are in the address. */
export function NeedsYouNow() {
  const { t } = useTranslation('needs');
  const filter = useNeedFilter();
  const [rows, setRows] = useState(firstRows);
  const needs = useNeeds({ ...filter.input, pageSize: rows });
  const { data } = needs;
  const list = data?.list ?? [];
  const total = data?.total ?? 0;
  return (
    <section className="sl-needs" aria-label={t('title')}>
      <header>
        <h2>
          {t('title')}
          {data && <small>{formatNumber(total)}</small>}
        </h2>
      </header>
      {data && <NeedFilters data={data} filter={filter} />}
      {needs.isPending && <Skeleton lines={5} />}
      {needs.error && !data && <Failure error={needs.error} onRetry={() => void needs.refetch()} />}
      {data && list.length === 0 && <NoNeeds isFiltered={filter.isFiltered} />}
      <ul>
        {list.map((need) => (
          <NeedRow key={need.id} need={need} />
        ))}
      </ul>
      {list.length < total && (
        <footer>
          {rows < allRows ? (
            <Button look="quiet" onClick={() => setRows(allRows)}>
              {t('more', { count: total - list.length, shown: formatNumber(total - list.length) })}
            </Button>
          ) : (
            <p>{t('mostImportant', { shown: formatNumber(list.length), total: formatNumber(total) })}</p>
          )}
        </footer>
      )}
    </section>
  );
}

function NoNeeds({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('needs');
  return (
    <p className="sl-needs-calm">
      <Icon name="check" size={20} />
      <span>
        <strong>{t(isFiltered ? 'noMatch' : 'nothing')}</strong>
        {t(isFiltered ? 'noMatchHint' : 'nothingHint')}
      </span>
    </p>
  );
}

interface FilterProps {
  data: Output<(typeof needCalls)['list']>;
  filter: ReturnType<typeof useNeedFilter>;
}

/** The kinds as chips with their number, and the needs that are snoozed, handed to the reader or with others. */
function NeedFilters({ data, filter }: FilterProps) {
  const { t } = useTranslation('needs');
  const counts = new Map(data.kinds.map(({ kind, count }) => [kind, count]));
  const offered = needKinds.filter((kind) => counts.has(kind) || filter.kinds.includes(kind));
  // One kind needs no choice.
  if (offered.length < 2 && data.snoozed === 0 && data.others === 0 && !filter.isFiltered) return null;
  return (
    <div className="sl-needs-chips" role="group" aria-label={t('filters')}>
      {offered.map((kind: NeedKind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={filter.kinds.includes(kind)}
          onClick={() => filter.toggleKind(kind)}
        >
          <Icon name={needIcons[kind]} size={14} />
          {t(`kinds.${kind}`)}
          <small>{formatNumber(counts.get(kind) ?? 0)}</small>
        </button>
      ))}
      <button type="button" aria-pressed={filter.view === 'mine'} onClick={() => filter.toggleView('mine')}>
        <Icon name="user" size={14} />
        {t('mine')}
      </button>
      {(data.others > 0 || filter.view === 'others') && (
        <button
          type="button"
          aria-pressed={filter.view === 'others'}
          onClick={() => filter.toggleView('others')}
        >
          <Icon name="user" size={14} />
          {t('others')}
          <small>{formatNumber(data.others)}</small>
        </button>
      )}
      {(data.snoozed > 0 || filter.view === 'snoozed') && (
        <button
          type="button"
          aria-pressed={filter.view === 'snoozed'}
          onClick={() => filter.toggleView('snoozed')}
        >
          <Icon name="sleep" size={14} />
          {t('showSnoozed')}
          <small>{formatNumber(data.snoozed)}</small>
        </button>
      )}
    </div>
  );
}
