import {
  alarmFixers,
  alarmLevels,
  alarmSettingCalls,
  settingShows,
  type AlarmPushChoice,
  type AlarmSettingRow,
} from '@sweepline/contract';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../../kit/api/session.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { SettingActions } from './setting-actions.tsx';
import { SettingDialog } from './setting-dialog.tsx';
import { useSettingWords } from './setting-words.ts';
import { useSettingColumns } from './use-setting-columns.tsx';

/** The codes with what holds for a company and a model. */
export function SettingList({ actions }: { actions: ReactNode }) {
  const { t } = useTranslation('alarms/settings');
  const list = useList(alarmSettingCalls.query);
  const [edited, setEdited] = useState<{ row: AlarmSettingRow; push?: AlarmPushChoice }>();
  const edit = useCallback(
    (row: AlarmSettingRow, push?: AlarmPushChoice) => setEdited({ row, ...(push && { push }) }),
    [],
  );
  const { companyId = session.user()?.companyId ?? '', model = '' } = list.filters;
  const rowActions = useCallback(
    (row: AlarmSettingRow) => <SettingActions row={row} place={{ companyId, model }} onEdit={edit} />,
    [companyId, model, edit],
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useSettingColumns(edit)}
        rowActions={rowActions}
        actions={actions}
        filters={<SettingFilters />}
        empty={<Empty icon="bell" title={t('empty')} hint={t('emptyHint')} />}
      />
      {edited && (
        <SettingDialog {...edited} place={{ companyId, model }} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

function SettingFilters() {
  const { t } = useTranslation('alarms/settings');
  const { models } = useSettingWords();
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <CompanyFilter label={t('company')} />
      <ChoiceFilter name="model" label={t('model')} options={models} />
      <ChoiceFilter
        several
        name="level"
        label={t('level')}
        options={alarmLevels.toReversed().map((level) => ({ value: level, label: t('levelOf', { level }) }))}
      />
      <ChoiceFilter
        several
        name="fixer"
        label={t('fixer')}
        options={alarmFixers.map((fixer) => ({ value: fixer, label: t(`fixers.${fixer}`) }))}
      />
      <ChoiceFilter
        name="show"
        label={t('show')}
        options={settingShows.map((show) => ({ value: show, label: t(`shows.${show}`) }))}
      />
    </>
  );
}
