import { pages, type WorkOrder } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useWorkOrderWords } from '../../../shared/work-order-words/use-work-order-words.ts';
import { OrderLevel } from '../../../shared/work-order-words/order-level.tsx';
import { OrderDue, useAppointment } from './order-looks.tsx';
import { SitePlaceLine } from './site-place.tsx';
import type { SitePlace } from './use-my-orders.ts';

interface Props {
  order: WorkOrder;
  place: SitePlace | undefined;
  isOpen: boolean;
  unsentCount: number;
}

/** One order: when, what, on which robot and where. */
export function OrderCard({ order, place, isOpen, unsentCount }: Props) {
  const { t } = useTranslation('service/my-orders');
  const { word } = useWorkOrderWords();
  const appointmentOf = useAppointment();
  const { id, name, device, state, resolution, resolvedAt } = order;
  return (
    <li className="my-order" data-level={order.level} aria-current={isOpen || undefined}>
      <Link to={pages.myWorkOrders({ id })} className="my-order-link">
        <span className="my-order-when">
          {state === 'RESOLVED' ? <Ago at={resolvedAt} /> : appointmentOf(order)}
        </span>
        <strong>{name}</strong>
        <span>{device ? `${device.name} · ${device.model}` : word('type', order.type)}</span>
      </Link>
      <SitePlaceLine site={order.site} place={place} />
      <p className="my-order-marks">
        {state === 'RESOLVED' && resolution ? (
          <StateMark tone="working" icon="check" word={word('resolution', resolution)} />
        ) : (
          <OrderLevel level={order.level} />
        )}
        <OrderDue order={order} />
        {unsentCount > 0 && (
          <StateMark tone="waiting" icon="upload" word={t('unsent', { count: unsentCount })} />
        )}
      </p>
    </li>
  );
}
