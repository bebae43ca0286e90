import { subscriptionCalls, type Output, type Subscription } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

interface Props {
  subscription: Subscription;
  mail: Output<typeof subscriptionCalls.mail> | undefined;
  onEdit: () => void;
  onLog: () => void;
}

/** Actions on a subscription: send now, log, edit, switch on or off, remove. */
export function SubscriptionActions({ subscription, mail, onEdit, onLog }: Props) {
  const { t } = useTranslation('figures/report-subscriptions');
  const [removing, setRemoving] = useState(false);
  const { id, name, enabled, version } = subscription;
  const sendNow = useAction(subscriptionCalls.sendNow, {
    done: ({ address }) => t('sentNow', { address }),
    after: onLog,
  });
  const setEnabled = useAction(subscriptionCalls.setEnabled, {
    done: ({ enabled: on }) => t(on ? 'switchedOn' : 'switchedOff', { name }),
  });
  const manages = may(subscriptionCalls.update.allow);
  return (
    <>
      {mail?.from && (
        <Button look="quiet" icon="mail" busy={sendNow.isPending} onClick={() => sendNow.mutate({ id })}>
          {t('sendNow')}
        </Button>
      )}
      <RowMenu
        label={name}
        items={[
          { key: 'log', text: t('log'), icon: 'history', run: onLog },
          manages && { key: 'edit', text: t('edit'), icon: 'edit', run: onEdit },
          manages && {
            key: 'enable',
            text: t(enabled ? 'switchOff' : 'switchOn'),
            icon: enabled ? 'pause' : 'play',
            run: () => setEnabled.mutate({ id, version, enabled: !enabled }),
          },
          manages && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setRemoving(true),
          },
        ]}
      />
      {removing && (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={subscriptionCalls.remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          onClose={() => setRemoving(false)}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
