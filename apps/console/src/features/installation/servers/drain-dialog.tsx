import { serverCalls, type Server } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';

interface Props {
  server: Server;
  onClose: () => void;
}

/** Says what draining means for the robots of this server, and does it. */
export function DrainDialog({ server: { id, name, robots }, onClose }: Props) {
  const { t } = useTranslation('installation/servers');
  return (
    <ConfirmCallDialog
      title={t('drainTitle', { name })}
      call={serverCalls.drain}
      input={{ id }}
      act={t('drain')}
      done={t('drained', { name })}
      onClose={onClose}
    >
      {robots !== null && robots > 0 && `${t('drainEffect', { count: robots })} `}
      {t('drainRest')}
    </ConfirmCallDialog>
  );
}
