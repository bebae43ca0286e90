import {
  activationCodeCalls,
  codeStates,
  deviceModels,
  usageTypes,
  type ActivationCode,
} from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { BatchFilter } from './batches/batch-filter.tsx';
import { CodeActions } from './code-actions.tsx';
import { CodeBulk } from './code-bulk.tsx';
import { ExportButton } from '../../../kit/list/export/export-button.tsx';
import { GenerateButton } from './dialogs/generate-button.tsx';
import { useCodeColumns } from './use-code-columns.tsx';
import { useCodeWords } from './use-code-words.ts';
import { ViewSwitch } from './view-switch.tsx';

export function CodeList() {
  const { t } = useTranslation('stock/activation-codes');
  const list = useList(activationCodeCalls.list);
  const columns = useCodeColumns();
  const words = useCodeWords();
  const rowActions = useCallback((code: ActivationCode) => <CodeActions code={code} />, []);
  const bulk = useCallback(
    (rows: ActivationCode[], clear: () => void) => <CodeBulk rows={rows} onDone={clear} />,
    [],
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={columns}
      rowActions={rowActions}
      bulk={bulk}
      filters={
        <>
          <SearchFilter placeholder={t('search')} />
          <ChoiceFilter
            several
            name="state"
            label={t('state')}
            options={words.choices('states', codeStates)}
          />
          <CompanyFilter label={t('company')} />
        </>
      }
      more={
        <>
          <ChoiceFilter
            several
            name="usageType"
            label={t('usage')}
            options={words.choices('usages', usageTypes)}
          />
          <ChoiceFilter
            several
            name="model"
            label={t('model')}
            options={deviceModels.map((model) => ({ value: model, label: words.model(model) }))}
          />
          <BatchFilter />
        </>
      }
      actions={
        <>
          <ViewSwitch value="codes" />
          <ExportButton
            call={activationCodeCalls.export}
            input={{ ...list.filters, form: 'csv' }}
            name="activation-codes"
          />
          <GenerateButton />
        </>
      }
      empty={
        <Empty icon="key" title={t('emptyTitle')} hint={t('emptyHint')}>
          <GenerateButton />
        </Empty>
      }
    />
  );
}
