import type { Run } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { deviceName } from '../robot/use-device-choices.ts';
import { Refusal } from '../../kit/form/refusal.tsx';
import { useRunName } from './use-run-name.ts';
import { useRunActions, type RunVerb } from './use-run-actions.ts';

interface Props {
  run: Pick<Run, 'id' | 'name' | 'kind' | 'drivesTo' | 'device'>;
  onClose: () => void;
  onSent?: (verb: RunVerb) => void;
}

/** A stopped run cannot be resumed, so the dialog names the robot. */
export function StopDialog({ run, onClose, onSent }: Props) {
  const { t } = useTranslation('run');
  const device = deviceName(run.device);
  const { stop } = useRunActions({
    silent: true,
    after: (verb) => {
      onSent?.(verb);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('stopTitle', { device })}
      act={t('stopAct')}
      busy={stop.isPending}
      onConfirm={() => stop.mutate({ id: run.id })}
      onClose={onClose}
    >
      <p>{t('stopHint', { name: useRunName()(run) })}</p>
      <Refusal error={stop.error} />
    </ConfirmDialog>
  );
}
