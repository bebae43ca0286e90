import { sessionCalls, signInDays, signInKinds, type SignIn, type SignInKind } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { DataTable } from '../../../kit/list/data-table.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { FilterBar } from '../../../kit/list/filter/filter-bar.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';
import { Pager } from '../../../kit/list/pager.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import { useList, type List } from '../../../kit/list/use-list.ts';
import { browserName } from './browser-name.ts';

const styles: Record<SignInKind, { tone: Tone; icon: IconName }> = {
  SIGNED_IN: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
  HELD_BACK: { tone: 'waiting', icon: 'pause' },
  KICKED: { tone: 'moving', icon: 'logout' },
  ENDED: { tone: 'quiet', icon: 'logout' },
  PASSWORD_CHANGED: { tone: 'moving', icon: 'key' },
  PASSWORD_RESET: { tone: 'waiting', icon: 'key' },
};

function useSignInColumns(): Column<SignIn>[] {
  const { t } = useTranslation('people/auth');
  return useMemo(
    () => [
      {
        key: 'what',
        title: t('what'),
        cell: ({ kind, times }) => (
          <span className="security-lines">
            <StateMark {...styles[kind]} word={t(`kinds.${kind}`)} />
            {times > 1 && <small>{t('times', { count: times })}</small>}
          </span>
        ),
      },
      {
        key: 'where',
        title: t('where'),
        cell: ({ agent, address }) => (
          <span className="security-lines">
            {address && <span>{browserName(agent) || t('unknownBrowser')}</span>}
            <small>{address || t('severalAddresses')}</small>
          </span>
        ),
      },
      { key: 'when', title: t('when'), width: '180px', cell: ({ lastAt }) => <Ago at={lastAt} /> },
    ],
    [t],
  );
}

/** The sign-in attempts of the account; attempts by other people are visible here. */
export function SignInList() {
  const { t } = useTranslation('people/auth');
  const list = useList(sessionCalls.history);
  const columns = useSignInColumns();
  const kinds = signInKinds.map((value) => ({ value, label: t(`kinds.${value}`) }));

  const rows = () => {
    if (list.error && list.rows.length === 0) return <Failure error={list.error} onRetry={list.retry} />;
    if (list.first) return <Skeleton lines={6} />;
    if (list.rows.length > 0) return <DataTable label={t('history')} rows={list.rows} columns={columns} />;
    return <Empty icon="history" title={t('noHistory')} hint={t('noHistoryHint', { days: signInDays })} />;
  };

  return (
    <section className="security-history" aria-busy={list.reading}>
      <header>
        <h2>{t('history')}</h2>
        <p>{t('historyHint', { days: signInDays })}</p>
      </header>
      <FilterBar list={list as unknown as List}>
        <ChoiceFilter name="kind" label={t('kind')} options={kinds} several />
      </FilterBar>
      {rows()}
      <Pager total={list.total} page={list.page} pageSize={list.pageSize} onChange={list.setPage} />
    </section>
  );
}
