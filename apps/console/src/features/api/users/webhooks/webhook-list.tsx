import { webhookCalls, webhookRules, type ApiUserDetail, type Webhook } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../../kit/list/add-button.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { useWebhookColumns } from './use-webhook-columns.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

/** The webhooks of an API user: whether each sends, what, and what waits. */
export function WebhookList({ user }: { user: ApiUserDetail }) {
  const { t } = useTranslation('api/users/webhooks');
  const list = useList(webhookCalls.list, { userId: user.id });
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const rowActions = useCallback((row: Webhook) => <WebhookActions webhook={row} />, []);
  const mayAdd = user.state !== 'REVOKED' && (list.total ?? 0) < webhookRules.endpoints;
  const add = mayAdd && <AddButton call={webhookCalls.add} text={t('add')} onClick={() => setAdding(true)} />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useWebhookColumns()}
        rowActions={rowActions}
        actions={add}
        empty={
          <Empty icon="upload" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {adding && <WebhookDialog userId={user.id} onAdded={setSecret} onClose={() => setAdding(false)} />}
      {secret && <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
