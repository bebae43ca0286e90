import { deviceResaleCalls, resaleStates, type Resale } from '@sweepline/contract';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { OfferActions } from './offer-actions.tsx';
import './stock.css';

const marks = {
  OFFERED: { tone: 'waiting', icon: 'clock' },
  CONFIRMED: { tone: 'working', icon: 'check' },
  DECLINED: { tone: 'fault', icon: 'close' },
  WITHDRAWN: { tone: 'quiet', icon: 'undo' },
} as const;

/** Offers to the own company and its descendants, the open ones first. */
export function OfferList({ views }: { views: ReactNode }) {
  const { t } = useTranslation('stock/robots');
  const { choices } = useWords();
  const list = useList(deviceResaleCalls.list);
  const columns = useColumns();
  const rowActions = useCallback((resale: Resale) => <OfferActions resale={resale} />, []);
  return (
    <ListPage
      title={t('resales')}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter placeholder={t('search')} />
          <ChoiceFilter
            name="direction"
            label={t('direction')}
            options={[
              { value: 'IN', label: t('incoming') },
              { value: 'OUT', label: t('outgoing') },
            ]}
          />
          <ChoiceFilter name="status" label={t('status')} options={choices('resale', resaleStates)} />
        </>
      }
      actions={views}
      rowActions={rowActions}
      empty={<Empty icon="box" title={t('noOffersTitle')} hint={t('noOffersHint')} />}
    />
  );
}

function useColumns(): Column<Resale>[] {
  const { t } = useTranslation('stock/robots');
  const { word } = useWords();
  return useMemo(() => {
    const who = (by: string | null, at: string | null) =>
      by === null ? (
        unknown
      ) : (
        <span className="st-two">
          {by}
          <small>
            <Ago at={at} />
          </small>
        </span>
      );
    return [
      {
        key: 'device',
        title: t('device'),
        width: '22%',
        cell: ({ nickname, sn, model, note }) => (
          <span className="st-two" title={note}>
            {nickname}
            <small>
              {sn} · {model}
            </small>
          </span>
        ),
      },
      {
        key: 'status',
        title: t('status'),
        cell: (row) => <StateMark {...marks[row.status]} word={word('resale', row.status)} />,
      },
      { key: 'from', title: t('from'), cell: (row) => row.fromCompanyName },
      { key: 'to', title: t('toCompany'), cell: (row) => row.companyName },
      { key: 'offered', title: t('offered'), cell: (row) => who(row.offeredBy, row.offeredAt) },
      { key: 'settled', title: t('settled'), cell: (row) => who(row.settledBy, row.settledAt) },
      { key: 'note', title: t('note'), cell: (row) => row.reason || row.note || unknown },
    ];
  }, [t, word]);
}
