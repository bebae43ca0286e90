import { deviceCalls, runCalls, taskCalls, type Device } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkDialog } from '../../../../kit/list/bulk-dialog.tsx';
import { startObstacle } from './device-bulk-rules.ts';
import { useBulkRows } from './use-bulk-rows.ts';
import { useStartChoices, type StartChoice } from './use-start-choices.ts';

interface Props {
  rows: Device[];
  onClose: (changed: boolean) => void;
}

/** Starts a task or a cleaning of the whole map on each selected robot that can. */
export function BulkStartDialog({ rows, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  const cache = useQueryClient();
  const { nameOf, textOf } = useBulkRows();
  // The reads below belong to the robots that could start when the dialog opened.
  const [able] = useState(() => rows.filter((row) => startObstacle(row) === undefined));
  const { optionsOf, choiceOf, choose, loading, start } = useStartChoices(able);
  const labelOf = (choice: StartChoice) =>
    'task' in choice ? choice.task.name : t('bulk.allAreas', { map: choice.map.name });
  const obstacleOf = (row: Device) =>
    textOf(startObstacle(row), row) ??
    (loading || choiceOf(row) ? undefined : t('bulk.obstacle.nothingToStart'));
  const close = (changed: boolean) => {
    if (changed)
      for (const { family } of [taskCalls.list, runCalls.list])
        void cache.invalidateQueries({ queryKey: [family] });
    onClose(changed);
  };
  return (
    <BulkDialog
      title={t('bulk.startTitle', { count: rows.length })}
      hint={t('bulk.startHint')}
      act={(count) => t('bulk.startAct', { count })}
      sends
      rows={rows}
      nameOf={nameOf}
      obstacleOf={obstacleOf}
      renderChoice={(row) => (
        <Select
          aria-label={t('bulk.startWith', { name: row.nickname })}
          loading={loading}
          value={choiceOf(row)?.id}
          options={optionsOf(row).map((choice) => ({ value: choice.id, label: labelOf(choice) }))}
          onChange={(id: string) => choose(row, id)}
        />
      )}
      run={start}
      family={deviceCalls.list.family}
      ready={!loading}
      onClose={close}
    />
  );
}
