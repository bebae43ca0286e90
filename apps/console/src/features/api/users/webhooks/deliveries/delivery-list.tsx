import {
  openEventNames,
  webhookCalls,
  webhookDeliveryCalls,
  webhookDeliveryStates,
  type ApiUserDetail,
  type WebhookDelivery,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../../kit/api/api.ts';
import { may } from '../../../../../kit/api/may.ts';
import { useAction } from '../../../../../kit/api/use-action.ts';
import { ChoiceFilter } from '../../../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../../../kit/list/filter/period-filter.tsx';
import { ListPage } from '../../../../../kit/list/list-page.tsx';
import { useAddress } from '../../../../../kit/list/use-address.ts';
import { useList } from '../../../../../kit/list/use-list.ts';
import { Button } from '../../../../../kit/ui/button.tsx';
import { Empty } from '../../../../../kit/ui/empty.tsx';
import { webhookName } from '../webhook-name.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { useDeliveryColumns } from './use-delivery-columns.tsx';

/** What the webhooks of an API user sent, what was answered, and what is sent again when. */
export function DeliveryList({ user }: { user: ApiUserDetail }) {
  const { t } = useTranslation('api/users/webhooks');
  const list = useList(webhookDeliveryCalls.list, { userId: user.id });
  const [opened, setOpened] = useAddress('delivery');
  const { data } = useQuery(callQuery(webhookCalls.list, { userId: user.id, pageSize: 50 }));
  const webhooks = data?.list;
  const nameOf = useCallback(
    (id: string) => {
      const webhook = webhooks?.find((row) => row.id === id);
      return webhook && webhookName(webhook);
    },
    [webhooks],
  );
  const { mutate } = useAction(webhookDeliveryCalls.replay, { done: t('replayed'), also: ['webhooks'] });
  const rowActions = useCallback(
    ({ id }: WebhookDelivery) => (
      <Button look="quiet" icon="refresh" onClick={() => mutate({ id })}>
        {t('replay')}
      </Button>
    ),
    [t, mutate],
  );
  return (
    <>
      <ListPage
        title={t('deliveries')}
        list={list}
        columns={useDeliveryColumns(nameOf, setOpened)}
        {...(may(webhookDeliveryCalls.replay.allow) && { rowActions })}
        filters={
          <>
            <ChoiceFilter
              name="webhookId"
              label={t('webhook')}
              options={(webhooks ?? []).map((row) => ({ value: row.id, label: webhookName(row) }))}
            />
            <ChoiceFilter
              several
              name="state"
              label={t('state')}
              options={webhookDeliveryStates.map((value) => ({ value, label: t(`deliveryStates.${value}`) }))}
            />
            <ChoiceFilter
              several
              name="type"
              label={t('type')}
              options={openEventNames.map((value) => ({ value, label: t(`names.${value}`) }))}
            />
            <PeriodFilter />
          </>
        }
        actions={
          <Button icon="refresh" onClick={list.retry}>
            {t('refresh')}
          </Button>
        }
        empty={<Empty icon="history" title={t('noDeliveries')} hint={t('noDeliveriesHint')} />}
      />
      {opened && <DeliveryDrawer id={opened} onClose={() => setOpened('')} />}
    </>
  );
}
