import {
  maintenanceRecordCalls,
  maintenanceSources,
  maintenanceStates,
  maintenanceTypes,
  type MaintenanceRecord,
} from '@sweepline/contract';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { may } from '../../../kit/api/may.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { MonthExportButton } from '../../../kit/list/export/month-export-button.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { useRecordColumns } from './use-record-columns.tsx';

interface Props {
  /** Only the records of this robot. */
  device?: { id: string; name: string };
  /** Further filters. */
  filters?: ReactNode;
}

/** Maintenance records, with the dialog of those that people write. */
export function RecordList({ device, filters }: Props) {
  const { t } = useTranslation('service/maintenance');
  const ofRobot = device !== undefined;
  const list = useList(maintenanceRecordCalls.list, device ? { deviceId: device.id } : {});
  const [edited, setEdited] = useState<MaintenanceRecord | 'new'>();
  const rowActions = useCallback(
    (record: MaintenanceRecord) => {
      const mayEdit = record.source === 'PERSON' && may(maintenanceRecordCalls.update.allow);
      const run = () => setEdited(record);
      return (
        <RowMenu
          label={record.device.name}
          items={[mayEdit && { key: 'edit', text: t('edit'), icon: 'edit', run }]}
        />
      );
    },
    [t],
  );
  const add = (
    <AddButton call={maintenanceRecordCalls.add} text={t('addRecord')} onClick={() => setEdited('new')} />
  );
  const { from, to, ...exported } = list.filters as { from?: string; to?: string };
  return (
    <>
      <ListPage
        title={t('records')}
        list={list}
        columns={useRecordColumns({ ofRobot })}
        rowActions={rowActions}
        filters={
          <>
            <RecordFilters />
            {filters}
          </>
        }
        actions={
          <>
            <MonthExportButton
              call={maintenanceRecordCalls.export}
              filters={{ from, to }}
              input={(period) => ({ ...exported, ...(device && { deviceId: device.id }), ...period })}
              title={t('exportTitle')}
              name="maintenance-records"
            />
            {add}
          </>
        }
        empty={
          <Empty icon="report" title={t('noRecords')} hint={t('noRecordsHint')}>
            {add}
          </Empty>
        }
      />
      {edited && (
        <RecordDialog
          {...(edited !== 'new' && { record: edited })}
          device={edited === 'new' ? device : edited.device}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function RecordFilters() {
  const { t } = useTranslation('service/maintenance');
  const choices = <V extends string>(values: readonly V[], label: (value: V) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return (
    <>
      <SearchFilter placeholder={t('searchRecords')} />
      <ChoiceFilter
        several
        name="type"
        label={t('type')}
        options={choices(maintenanceTypes, (value) => t(`types.${value}`))}
      />
      <ChoiceFilter
        several
        name="state"
        label={t('state')}
        options={choices(maintenanceStates, (value) => t(`recordStates.${value}`))}
      />
      <ChoiceFilter
        several
        name="source"
        label={t('source')}
        options={choices(maintenanceSources, (value) => t(`sources.${value}`))}
      />
    </>
  );
}
