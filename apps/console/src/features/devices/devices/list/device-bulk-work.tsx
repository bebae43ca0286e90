import { deviceCalls, deviceCareCalls, runCalls, type Device } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../kit/api/api.ts';
import { BulkDialog } from '../../../../kit/list/bulk-dialog.tsx';
import { chargeObstacle, stopObstacle, wakeObstacle } from './device-bulk-rules.ts';
import { useBulkRows } from './use-bulk-rows.ts';

interface Props {
  rows: Device[];
  onClose: (changed: boolean) => void;
}

const { family } = deviceCalls.list;
const quiet = { quiet: true };

/** The actions that need only the robot itself. */
const acts = {
  charge: {
    obstacleOf: chargeObstacle,
    run: ({ id }: Device) => send(deviceCalls.charge, { id }, quiet),
  },
  stop: {
    obstacleOf: stopObstacle,
    run: ({ live }: Device) => send(runCalls.stop, { id: live.runId ?? '' }, quiet),
  },
  wake: {
    obstacleOf: wakeObstacle,
    run: ({ id }: Device) => send(deviceCareCalls.wake, { id }, quiet),
  },
};

function WorkDialog({ act, rows, onClose }: Props & { act: keyof typeof acts }) {
  const { t } = useTranslation('devices/devices');
  const { nameOf, textOf } = useBulkRows();
  const { obstacleOf, run } = acts[act];
  return (
    <BulkDialog
      title={t(`bulk.${act}Title`, { count: rows.length })}
      hint={t(`bulk.${act}Hint`)}
      act={(count) => t(`bulk.${act}Act`, { count })}
      danger={act === 'stop'}
      sends
      rows={rows}
      nameOf={nameOf}
      obstacleOf={(row) => textOf(obstacleOf(row), row)}
      run={run}
      family={family}
      onClose={onClose}
    />
  );
}

export const BulkChargeDialog = (props: Props) => <WorkDialog act="charge" {...props} />;
export const BulkStopDialog = (props: Props) => <WorkDialog act="stop" {...props} />;
export const BulkWakeDialog = (props: Props) => <WorkDialog act="wake" {...props} />;
