import { webhookCalls, type Webhook } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { webhookName } from './webhook-name.ts';

export type Confirmed = 'rotate' | 'disable' | 'delete';

interface Props {
  webhook: Webhook;
  act: Confirmed;
  /** The new secret after a rotation. */
  onSecret: (secret: string) => void;
  onClose: () => void;
}

/** Asks before an act on a webhook whose effect is not seen on the page. */
export function WebhookConfirm({ webhook, act, onSecret, onClose }: Props) {
  const { t } = useTranslation('api/users/webhooks');
  const name = webhookName(webhook);
  const input = { id: webhook.id };
  if (act === 'rotate')
    return (
      <ConfirmCallDialog
        title={t('rotateTitle', { name })}
        call={webhookCalls.rotate}
        input={input}
        act={t('rotate')}
        done={null}
        after={({ secret }) => {
          onClose();
          onSecret(secret);
        }}
        onClose={onClose}
      >
        {t('rotateHint')}
      </ConfirmCallDialog>
    );
  if (act === 'disable')
    return (
      <ConfirmCallDialog
        title={t('disableTitle', { name })}
        call={webhookCalls.disable}
        input={input}
        act={t('disable')}
        done={t('disabled', { name })}
        also={['webhookDeliveries']}
        onClose={onClose}
      >
        {t('disableHint')}
      </ConfirmCallDialog>
    );
  return (
    <ConfirmCallDialog
      title={t('deleteTitle', { name })}
      call={webhookCalls.delete}
      input={input}
      act={t('delete')}
      done={t('deleted', { name })}
      also={['webhookDeliveries']}
      onClose={onClose}
    >
      {t('deleteHint')}
    </ConfirmCallDialog>
  );
}
