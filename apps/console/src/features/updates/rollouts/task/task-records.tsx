import {
  otaRecordStates,
  otaTaskCalls,
  otaTaskMay,
  type OtaRecord,
  type OtaTaskDetail,
} from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { ExportButton } from '../../../../kit/list/export/export-button.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { useRecordColumns } from './use-record-columns.tsx';

/** The robots of a rollout with their updates. */
export function TaskRecords({ task }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  const { t: updates } = useTranslation('updates');
  const { id, state, plan } = task;
  const list = useList(otaTaskCalls.records, { taskId: id });
  const retry = useAction(otaTaskCalls.retry, { done: null });
  const mayRetry = otaTaskMay(state, 'RETRY') && may(otaTaskCalls.retry.allow);
  const { mutate } = retry;
  const rowActions = useCallback(
    (record: OtaRecord) =>
      record.state === 'FAILED' && (
        <Button
          look="quiet"
          icon="refresh"
          aria-label={t('retryOf', { name: deviceName(record.device) })}
          onClick={() => mutate({ id, recordIds: [record.id] })}
        />
      ),
    [t, id, mutate],
  );
  return (
    <ListPage
      title={t('tab.robots')}
      list={list}
      columns={useRecordColumns()}
      filters={
        <>
          <SearchFilter placeholder={t('recordKeyword')} />
          <ChoiceFilter
            name="state"
            label={t('stateTitle')}
            several
            options={otaRecordStates.map((value) => ({ value, label: updates(`record.${value}`) }))}
          />
          <ChoiceFilter
            name="stage"
            label={t('stageTitle')}
            options={Object.keys(plan.stages).map((place) => ({
              value: Number(place),
              label: t('stageNumber', { number: formatNumber(Number(place) + 1) }),
            }))}
          />
        </>
      }
      actions={
        <ExportButton
          call={otaTaskCalls.exportRecords}
          input={{ ...list.filters, taskId: id }}
          name="rollout"
        />
      }
      {...(mayRetry && { rowActions })}
      empty={<Empty icon="robot" title={t('noRobots')} hint={t('noRobotsHint')} />}
    />
  );
}
