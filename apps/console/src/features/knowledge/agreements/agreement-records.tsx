import { agreementActs, agreementCalls, agreementKinds, type AgreementRecord } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime, unknown } from '../../../kit/format/format.ts';
import { langNames } from '../../../kit/format/lang.ts';
import type { Column } from '../../../kit/list/column.ts';
import { MonthExportButton } from '../../../kit/list/export/month-export-button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';

function useRecordColumns(): Column<AgreementRecord>[] {
  const { t } = useTranslation('knowledge/agreements');
  return useMemo(
    () => [
      {
        key: 'account',
        title: t('account'),
        width: '20%',
        cell: ({ accountName, companyName }) => (
          <>
            <strong>{accountName}</strong>
            <small>{companyName}</small>
          </>
        ),
      },
      { key: 'act', title: t('actTitle'), cell: ({ act }) => t(`act.${act}`) },
      {
        key: 'text',
        title: t('text'),
        cell: ({ kind, number, lang }) => (
          <>
            {t(`kind.${kind}`)}
            <small>{t('versionIn', { number: formatNumber(number), language: langNames[lang] })}</small>
          </>
        ),
      },
      { key: 'site', title: t('site'), cell: ({ siteName }) => siteName ?? unknown },
      { key: 'at', title: t('at'), cell: ({ at }) => formatTime(at) },
      {
        key: 'from',
        title: t('from'),
        cell: ({ address, agent }) => (
          <>
            {address}
            <small>{agent}</small>
          </>
        ),
      },
      {
        key: 'sha256',
        title: t('sha256'),
        cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 12)}</code>,
      },
    ],
    [t],
  );
}

/** Who accepted, declined or withdrew what and when, with the proof of the text that was shown. */
export function AgreementRecords() {
  const { t } = useTranslation('knowledge/agreements');
  const list = useList(agreementCalls.records);
  return (
    <ListPage
      title={t('records')}
      list={list}
      columns={useRecordColumns()}
      filters={
        <>
          <SearchFilter placeholder={t('recordKeyword')} />
          <ChoiceFilter
            name="kind"
            label={t('kindTitle')}
            options={agreementKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <ChoiceFilter
            name="act"
            label={t('actTitle')}
            options={agreementActs.map((value) => ({ value, label: t(`act.${value}`) }))}
          />
          <PeriodFilter />
        </>
      }
      actions={
        <MonthExportButton
          call={agreementCalls.export}
          filters={list.filters}
          input={({ from, to }) => {
            const { keyword, agreementId, kind, act } = list.filters;
            return { keyword, agreementId, kind, act, from, to };
          }}
          title={t('exportTitle')}
          name="agreements"
        />
      }
      empty={<Empty icon="report" title={t('noRecords')} hint={t('noRecordsHint')} />}
    />
  );
}
