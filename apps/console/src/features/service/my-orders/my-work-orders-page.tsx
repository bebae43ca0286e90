import { pages, type WorkOrder } from '@sweepline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { session } from '../../../kit/api/session.ts';
import { reportError } from '../../../kit/api/report-error.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { keepPage } from '../../../kit/offline/offline-page.ts';
import type { OutboxEntry } from '../../../kit/offline/outbox-entry.ts';
import type { Outbox } from '../../../kit/offline/outbox.ts';
import { useEntries } from '../../../kit/offline/use-outbox-state.ts';
import { useOnline } from '../../../kit/offline/use-online.ts';
import { useOutbox } from '../../../kit/offline/use-outbox.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { OrderCard } from './order-card.tsx';
import { groupsOf } from './order-groups.ts';
import { OrderView } from './order-view.tsx';
import { rememberId } from './phone-ids.ts';
import { queuedCalls } from './queued-acts.ts';
import { SendStrip } from './send-strip.tsx';
import { pictureIdOf } from './use-phone-pictures.ts';
import { useMyOrders, type SitePlace } from './use-my-orders.ts';
import './my-work-orders.css';

/** The picture that an entry has become on the server. */
function pictureOf(entry: OutboxEntry, output: unknown) {
  const id = pictureIdOf(entry, output);
  if (id && entry.provides) rememberId(session.user()?.userId ?? '', entry.provides, id);
  return id;
}

/** The orders of the signed-in technician, for a phone that is not always online. */
export function MyWorkOrdersPage() {
  const { t } = useTranslation('service/my-orders');
  const [params] = useSearchParams();
  const id = params.get('id') ?? undefined;
  const outbox = useOutbox(queuedCalls, pictureOf);
  const { open, resolved, places } = useMyOrders();
  const isOnline = useOnline();
  useStoredPage(open.data !== undefined && isOnline);
  const unread = open.error && isOnline ? <Failure error={open.error} onRetry={open.refetch} /> : undefined;
  const absent = open.isRead ? (
    <Empty icon="offline" title={t('notKept')} hint={t('notKeptHint')} />
  ) : (
    <Skeleton lines={8} />
  );
  return (
    <div className={id === undefined ? 'my-orders' : 'my-orders my-orders-open'}>
      <SendStrip outbox={outbox} keptAt={open.keptAt} />
      <div className="my-orders-list">
        <h1 className="sl-sr-only">{t('title')}</h1>
        {open.data ? (
          <OrderLists open={open.data.list} resolved={resolved} places={places} chosen={id} outbox={outbox} />
        ) : (
          (unread ?? absent)
        )}
      </div>
      {id !== undefined && <OrderView key={id} id={id} outbox={outbox} places={places} />}
    </div>
  );
}

/** Stores the page for the time without a network, once its own files have been loaded. */
function useStoredPage(isReady: boolean) {
  useEffect(() => {
    if (!isReady) return;
    // The shell needs this part when a user signs out without a network, so that it is stored as well.
    const rest = import('../../../kit/offline/unsent-dialog.tsx');
    // A page that could not be stored works as before, as long as there is a network.
    void rest
      .then(() => keepPage(pages.myWorkOrders.path))
      .catch((error: unknown) => reportError('INFO', error, { kind: 'offline page' }));
  }, [isReady]);
}

interface ListsProps {
  open: readonly WorkOrder[];
  resolved: readonly WorkOrder[];
  places: ReadonlyMap<string, SitePlace>;
  chosen: string | undefined;
  outbox: Outbox;
}

function OrderLists({ open, resolved, places, chosen, outbox }: ListsProps) {
  const { t } = useTranslation('service/my-orders');
  const now = useNow();
  const entries = useEntries(outbox);
  const groups = groupsOf(open, now);
  const card = (order: WorkOrder) => (
    <OrderCard
      key={order.id}
      order={order}
      place={order.site ? places.get(order.site.id) : undefined}
      isOpen={order.id === chosen}
      unsentCount={entries.filter(({ subject }) => subject === order.id).length}
    />
  );
  return (
    <>
      {open.length === 0 && <Empty icon="check" title={t('none')} hint={t('noneHint')} />}
      {groups.map(({ group, orders }) => (
        <section key={group}>
          <h2>
            {t(`group.${group}`)} <span className="sl-count">{orders.length}</span>
          </h2>
          <ul>{orders.map(card)}</ul>
        </section>
      ))}
      {resolved.length > 0 && (
        <section className="my-resolved">
          <h2>{t('group.resolved')}</h2>
          <ul>{resolved.map(card)}</ul>
        </section>
      )}
    </>
  );
}
