import { serverCalls, type Server } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';

interface Props {
  server: Server;
  onClose: () => void;
}

/** Says what draining means for the robots of this server, and does it. */
export function DrainDialog({ server: { id, name, robots }, onClose }: Props) {
  const { t } = useTranslation('servers');
  const drain = useAction(serverCalls.drain, { done: t('drained', { name }), after: onClose });
  return (
    <ConfirmDialog
      title={t('drainTitle', { name })}
      act={t('drain')}
      busy={drain.isPending}
      onConfirm={() => drain.mutate({ id })}
      onClose={onClose}
    >
      {robots !== null && robots > 0 && `${t('drainEffect', { count: robots })} `}
      {t('drainRest')}
    </ConfirmDialog>
  );
}
