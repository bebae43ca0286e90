import {
  deviceCalls,
  pages,
  workOrderCalls,
  type WorkOrderDetail,
  type WorkOrderEvent,
  type WorkOrderPicture,
  workOrderNumber,
} from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Outbox } from '../../../kit/offline/outbox.ts';
import { useEntries } from '../../../kit/offline/use-outbox-state.ts';
import { useKeptQuery } from '../../../kit/offline/use-kept-query.ts';
import { useOnline } from '../../../kit/offline/use-online.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';
import { RemedyArticles } from '../../../shared/articles/remedy-articles.tsx';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import { useWorkOrderWords } from '../../../shared/work-order-words/use-work-order-words.ts';
import { ActForm } from './act-form.tsx';
import { OrderLevel } from '../../../shared/work-order-words/order-level.tsx';
import { OrderDue, useAppointment } from './order-looks.tsx';
import { OrderRobot } from './order-robot.tsx';
import { OrderWork } from './order-work.tsx';
import { draftOfAct } from './queued-acts.ts';
import { SitePlaceLine } from './site-place.tsx';
import { UnsentList } from './unsent-list.tsx';
import { renewMs, type SitePlace } from './use-my-orders.ts';
import { useWrite } from './use-write.ts';
import { orderNumber } from '../../../shared/work-order-words/order-number.ts';

interface Props {
  id: string;
  outbox: Outbox;
  places: ReadonlyMap<string, SitePlace>;
}

/** One order of the list: what to know before the work, the work, and what was done. */
export function OrderView({ id, outbox, places }: Props) {
  const { t } = useTranslation('service/my-orders');
  const {
    data: order,
    error,
    isRead,
    keptAt,
    refetch,
  } = useKeptQuery(workOrderCalls.detail, { id }, renewMs);
  const isOnline = useOnline();
  usePageName(order && orderNumber(order));
  if (!order && error && isOnline) return <Failure error={error} onRetry={refetch} />;
  if (!order && isRead) return <Empty icon="offline" title={t('notKept')} hint={t('notKeptHint')} />;
  if (!order) return <Skeleton lines={8} />;
  return (
    <article className="my-open" key={id}>
      <Header order={order} place={order.site ? places.get(order.site.id) : undefined} />
      <Acts order={order} outbox={outbox} />
      <Facts order={order} />
      <OrderWork order={order} outbox={outbox} />
      {order.device?.id && keptAt === null && may(deviceCalls.detail.allow) && (
        <OrderRobot deviceId={order.device.id} number={workOrderNumber(order)} />
      )}
      {order.pictures.some(isFault) && keptAt === null && <Pictures order={order} />}
      <Events events={order.events} />
    </article>
  );
}

function Header({ order, place }: { order: WorkOrderDetail; place: SitePlace | undefined }) {
  const { t } = useTranslation('service/my-orders');
  const { word } = useWorkOrderWords();
  const appointmentOf = useAppointment();
  return (
    <header>
      <Link className="my-back" to={pages.myWorkOrders()}>
        <Icon name="left" size={16} />
        {t('back')}
      </Link>
      <p className="my-quiet">
        {orderNumber(order)} · {word('type', order.type)} · {word('state', order.state)}
      </p>
      <h1>{order.name}</h1>
      <p className="my-order-when">{appointmentOf(order)}</p>
      <p className="my-order-marks">
        <OrderLevel level={order.level} />
        <OrderDue order={order} />
      </p>
      <SitePlaceLine site={order.site} place={place} />
    </header>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="my-part">
    <h2>{title}</h2>
    {children}
  </section>
);

function Facts({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/my-orders');
  const { word } = useWorkOrderWords();
  const { contactName, siteNumber, warranty, alarm, device, hasEvidence } = order;
  return (
    <Part title={t('fault')}>
      <p className="my-words">{order.description}</p>
      <p className="my-quiet">
        {[word('faultType', order.faultType), alarm?.code, device && `${device.name} (${device.sn})`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {(contactName || siteNumber) && (
        <p className="my-contact">
          {t('contact')}: {contactName}{' '}
          {siteNumber && (
            <a href={`tel:${siteNumber.replaceAll(/[^+\d]/g, '')}`}>
              <Icon name="phone" size={15} /> {siteNumber}
            </a>
          )}
        </p>
      )}
      {warranty && <p className="my-quiet">{word('warranty', warranty)}</p>}
      {hasEvidence && (
        <p>
          <Link to={pages.workOrder({ id: order.id })}>{t('evidence')}</Link>
        </p>
      )}
      {alarm && device && <RemedyArticles code={alarm.code} model={device.model} />}
    </Part>
  );
}

/** The acts and what was not sent yet. An administrator who views the account changes nothing. */
function Acts({ order, outbox }: { order: WorkOrderDetail; outbox: Outbox }) {
  const { t } = useTranslation('service/my-orders');
  const entries = useEntries(outbox).filter(({ subject }) => subject === order.id);
  const write = useWrite(outbox);
  if (session.user()?.viewer) return null;
  return (
    <>
      <UnsentList outbox={outbox} entries={entries} order={order} />
      <Part title={t('acts')}>
        <ActForm order={order} onWrite={(act) => write(draftOfAct(order, act))} />
      </Part>
    </>
  );
}

/** The other pictures are in the work. */
const isFault = ({ kind }: WorkOrderPicture) => kind === 'FAULT';

function Pictures({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/my-orders');
  const { word } = useWorkOrderWords();
  return (
    <Part title={t('picturesTitle')}>
      <div className="my-pictures">
        {order.pictures.filter(isFault).map(({ id, file, kind }) => (
          <StoredImage key={id} address={`file/${file}`} alt={word('pictureKind', kind)}>
            <span className="my-picture-room" />
          </StoredImage>
        ))}
      </div>
    </Part>
  );
}

function Events({ events }: { events: readonly WorkOrderEvent[] }) {
  const { t } = useTranslation('service/my-orders');
  const { word } = useWorkOrderWords();
  const personName = usePersonName();
  return (
    <Part title={t('history')}>
      <ol className="my-events">
        {events.map(({ id, kind, at, by, text, changes }) => (
          <li key={id}>
            <p>
              {word('event', kind)}
              {changes['resolution'] && ` · ${word('resolution', changes['resolution'] as 'FIXED')}`}
              {changes['waitingFor'] && ` · ${word('waiting', changes['waitingFor'] as 'PART')}`}
            </p>
            {text && <p className="my-words">{text}</p>}
            <p className="my-quiet">
              {personName(by)} · <Ago at={at} />
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
}
