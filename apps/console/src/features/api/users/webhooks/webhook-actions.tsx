import { webhookCalls, webhookDeliveryCalls, type Webhook } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { ReplayRangeDialog } from './replay-range-dialog.tsx';
import { WebhookConfirm, type Confirmed } from './webhook-confirm.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhookName } from './webhook-name.ts';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

type Opened = Confirmed | 'edit' | 'range';

/** Tests, edits, rotates, enables, disables and deletes a webhook, and sends a range of events again. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('api/users/webhooks');
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<string>();
  const { id, userId, state } = webhook;
  const name = webhookName(webhook);
  const test = useAction(webhookCalls.test, { done: t('tested'), also: ['webhookDeliveries'] });
  const enable = useAction(webhookCalls.enable, {
    done: t('enabled', { name }),
    also: ['webhookDeliveries'],
  });
  const close = () => setOpened(undefined);
  if (!may(webhookCalls.update.allow)) return null;
  return (
    <>
      <Button look="quiet" icon="play" busy={test.isPending} onClick={() => test.mutate({ id })}>
        {t('test')}
      </Button>
      <RowMenu
        label={name}
        items={[
          { key: 'edit', icon: 'edit', text: t('edit'), run: () => setOpened('edit') },
          { key: 'rotate', icon: 'key', text: t('rotate'), run: () => setOpened('rotate') },
          may(webhookDeliveryCalls.replayRange.allow) && {
            key: 'range',
            icon: 'refresh',
            text: t('replayRange'),
            run: () => setOpened('range'),
          },
          state === 'DISABLED'
            ? { key: 'enable', icon: 'check', text: t('enable'), run: () => enable.mutate({ id }) }
            : { key: 'disable', icon: 'pause', text: t('disable'), run: () => setOpened('disable') },
          {
            key: 'delete',
            icon: 'trash',
            text: t('delete'),
            danger: true,
            separate: true,
            run: () => setOpened('delete'),
          },
        ]}
      />
      {opened === 'edit' && <WebhookDialog userId={userId} webhook={webhook} onClose={close} />}
      {opened === 'range' && <ReplayRangeDialog webhook={webhook} onClose={close} />}
      {(opened === 'rotate' || opened === 'disable' || opened === 'delete') && (
        <WebhookConfirm webhook={webhook} act={opened} onSecret={setSecret} onClose={close} />
      )}
      {secret && <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
