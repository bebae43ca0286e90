import type { WorkOrder } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { TimeIn } from '../../../../kit/format/time-in.tsx';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { useOrderMenu, type OrderAct } from '../work-order-acts.tsx';
import { OrderLevel } from '../../../../shared/work-order-words/order-level.tsx';
import { OrderDue } from '../work-order-state.tsx';
import { usePersonName } from '../../../../shared/people/use-person-name.ts';
import { OrderIdentity } from './use-work-order-columns.tsx';

/** An order on the board. */
export function WorkOrderCard({ order, onAct }: { order: WorkOrder; onAct: (act: OrderAct) => void }) {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const personName = usePersonName();
  const { device, site, assignee, appointment, resolution, verification, state } = order;
  const place = [device?.name, site?.name].filter(Boolean).join(' · ');
  return (
    <article className="order-card">
      <header>
        <div>
          <OrderIdentity order={order} />
        </div>
        <RowMenu label={order.name} items={useOrderMenu(order, onAct)} />
      </header>
      {place && <p className="order-quiet">{place}</p>}
      <p className="order-marks">
        <OrderLevel {...order} />
        {state === 'RESOLVED' ? (
          <span>
            {[
              resolution && word('resolution', resolution),
              verification && word('verification', verification),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        ) : (
          <OrderDue order={order} />
        )}
      </p>
      <footer>
        <span>
          <Icon name="user" size={14} />
          {assignee ? personName(assignee) : t('unassigned')}
        </span>
        {appointment && state !== 'RESOLVED' && (
          <span>
            <Icon name="calendar" size={14} />
            <TimeIn at={appointment.from} zone={site?.timezone} />
          </span>
        )}
      </footer>
    </article>
  );
}
