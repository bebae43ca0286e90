import { alarmSettingCalls, type AlarmSuppression } from '@sweepline/contract';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { formatTime, unknown } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { useSettingWords } from './setting-words.ts';

/** Every suppression in force: of which code, where, since when, until when, why and by whom. */
export function SuppressionList({ actions }: { actions: ReactNode }) {
  const { t } = useTranslation('alarms/settings');
  const list = useList(alarmSettingCalls.suppressions);
  const { nameOf } = useSettingWords();
  const columns = useSuppressionColumns();
  const { mutate } = useAction(alarmSettingCalls.setAlarm, { done: t('ended'), failed: t('failed') });
  const rowActions = useCallback(
    (row: AlarmSuppression) =>
      may(alarmSettingCalls.setAlarm.allow) && (
        <Button
          look="quiet"
          aria-label={t('endOf', { code: nameOf(row) })}
          onClick={() => {
            const { companyId, code, errorType, model, version } = row;
            mutate({ companyId, code, errorType, model, version, push: 'INHERITED' });
          }}
        >
          {t('end')}
        </Button>
      ),
    [t, mutate, nameOf],
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={columns}
      rowActions={rowActions}
      actions={actions}
      filters={
        <>
          <SearchFilter placeholder={t('searchSuppressions')} />
          <CompanyFilter label={t('company')} />
        </>
      }
      empty={<Empty icon="bell" title={t('noSuppressions')} hint={t('noSuppressionsHint')} />}
    />
  );
}

function useSuppressionColumns(): readonly Column<AlarmSuppression>[] {
  const { t } = useTranslation('alarms/settings');
  const { nameOf } = useSettingWords();
  return useMemo(
    (): Column<AlarmSuppression>[] => [
      {
        key: 'code',
        title: t('code'),
        cell: (row) => (
          <>
            <strong>{nameOf(row)}</strong>
            <small>{[row.code, row.model || t('allModels')].join(' · ')}</small>
          </>
        ),
      },
      { key: 'company', title: t('company'), cell: ({ companyName }) => companyName },
      { key: 'since', title: t('since'), cell: ({ since, by }) => <AgoBy at={since} by={by ?? unknown} /> },
      {
        key: 'until',
        title: t('until'),
        cell: ({ until }) => (until === null ? t('offForever') : formatTime(until)),
      },
      { key: 'reason', title: t('reason'), cell: ({ reason }) => reason || unknown },
    ],
    [t, nameOf],
  );
}
