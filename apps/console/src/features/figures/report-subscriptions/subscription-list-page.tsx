import { subscriptionCalls, subscriptionRhythms, type Subscription } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { SubscriptionActions } from './subscription-actions.tsx';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { useSubscriptionColumns } from './use-subscription-columns.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import './subscriptions.css';

/** Scheduled report mails with their content, schedule, recipients and last delivery. */
export function SubscriptionListPage() {
  const { t } = useTranslation('figures/report-subscriptions');
  const list = useList(subscriptionCalls.list);
  const { data: mail, isPending } = useQuery({
    ...callQuery(subscriptionCalls.mail, {}),
    meta: { silent: true },
  });
  const [edited, setEdited] = useState<Subscription | 'new'>();
  const [logged, setLogged] = useState<Subscription>();
  const rowActions = useCallback(
    (row: Subscription) => (
      <SubscriptionActions
        subscription={row}
        mail={mail}
        onEdit={() => setEdited(row)}
        onLog={() => setLogged(row)}
      />
    ),
    [mail],
  );
  const add = <AddButton call={subscriptionCalls.create} text={t('add')} onClick={() => setEdited('new')} />;
  const columns = useSubscriptionColumns(setLogged);
  // The list would move when the warning above it arrives.
  if (isPending) return <Skeleton lines={8} />;
  return (
    <div className="subscription-page">
      {mail?.from === null && (
        <p className="subscription-no-mail" role="status">
          <Icon name="alert" size={16} /> {t('noMail')}
        </p>
      )}
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        filters={
          <>
            <SearchFilter placeholder={t('name')} />
            <ChoiceFilter
              several
              name="every"
              label={t('every')}
              options={subscriptionRhythms.map((value) => ({ value, label: t(`everies.${value}`) }))}
            />
          </>
        }
        actions={add}
        empty={
          <Empty icon="mail" title={t('empty')} hint={t('emptyHint')}>
            {add}
          </Empty>
        }
      />
      {edited && (
        <SubscriptionDialog
          {...(edited !== 'new' && { subscription: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {logged && <DeliveryDrawer subscription={logged} onClose={() => setLogged(undefined)} />}
    </div>
  );
}
