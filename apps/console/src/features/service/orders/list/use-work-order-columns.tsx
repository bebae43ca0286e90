import { deviceCalls, pages, workOrderCalls, type WorkOrder } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatNumber, formatTime, unknown } from '../../../../kit/format/format.ts';
import { TimeIn } from '../../../../kit/format/time-in.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { OrderLevel } from '../../../../shared/work-order-words/order-level.tsx';
import { usePersonName } from '../../../../shared/people/use-person-name.ts';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';
import { OrderDue, OrderPublisher, OrderRating, OrderState, PhoneLink } from '../work-order-state.tsx';

type Columns = Column<WorkOrder>[];
const nothing = <span className="sl-unknown">{unknown}</span>;

/** The name with the number, as a link to the page of the order. */
export const OrderIdentity = ({ order }: { order: WorkOrder }) => (
  <>
    {may(workOrderCalls.detail.allow) ? (
      <Link className="sl-identity" to={pages.workOrder({ id: order.id })} title={order.name}>
        {order.name}
      </Link>
    ) : (
      <span className="sl-identity">{order.name}</span>
    )}
    <small>{orderNumber(order)}</small>
  </>
);

/** The robot as it was named when the order was made; a link while it is here. */
export function OrderDevice({ device }: Pick<WorkOrder, 'device'>) {
  if (!device) return nothing;
  const { id, name, sn } = device;
  return (
    <>
      {id !== null && may(deviceCalls.detail.allow) ? <Link to={pages.device({ id })}>{name}</Link> : name}
      {sn !== name && <small>{sn}</small>}
    </>
  );
}

/** What is rarely needed: offered by the column chooser. */
function useFurtherColumns(): Columns {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  return useMemo((): Columns => {
    const hidden = { hidden: true } as const;
    return [
      { key: 'type', title: t('type'), ...hidden, cell: ({ type }) => word('type', type) },
      { key: 'company', title: t('company'), ...hidden, cell: ({ companyName }) => companyName },
      {
        key: 'description',
        title: t('description'),
        ...hidden,
        cell: ({ description }) => (
          <span className="order-note" title={description}>
            {description}
          </span>
        ),
      },
      { key: 'origin', title: t('origin'), ...hidden, cell: ({ origin }) => word('origin', origin) },
      {
        key: 'contact',
        title: t('contactNumber'),
        ...hidden,
        cell: ({ contactNumber }) => <PhoneLink number={contactNumber} />,
      },
      {
        key: 'dispatched',
        title: t('dispatchedAt'),
        ...hidden,
        cell: ({ dispatchedAt }) => formatTime(dispatchedAt),
      },
      {
        key: 'updated',
        title: t('updatedAt'),
        sort: 'updatedAt',
        ...hidden,
        cell: ({ updatedAt }) => <Ago at={updatedAt} />,
      },
      {
        key: 'resolved',
        title: t('resolvedAt'),
        sort: 'resolvedAt',
        ...hidden,
        cell: ({ resolvedAt }) => formatTime(resolvedAt),
      },
      {
        key: 'verification',
        title: t('verification'),
        ...hidden,
        cell: ({ verification }) => (verification ? word('verification', verification) : nothing),
      },
      {
        key: 'pictures',
        title: t('pictures'),
        numeric: true,
        ...hidden,
        cell: ({ pictureCount }) => formatNumber(pictureCount),
      },
      {
        key: 'rating',
        title: t('rating'),
        numeric: true,
        ...hidden,
        cell: (order) => <OrderRating {...order} />,
      },
    ];
  }, [t, word]);
}

/** The columns of work orders. The list of one robot leaves robot and site out. */
export function useWorkOrderColumns({ ofRobot = false } = {}): readonly Column<WorkOrder>[] {
  const { t } = useTranslation('service/orders');
  const { word } = useWorkOrderWords();
  const personName = usePersonName();
  const further = useFurtherColumns();
  return useMemo((): Columns => {
    const places: Columns = [
      { key: 'robot', title: t('robot'), width: '130px', cell: (order) => <OrderDevice {...order} /> },
      { key: 'site', title: t('site'), width: '160px', cell: ({ site }) => site?.name ?? nothing },
    ];
    return [
      { key: 'order', title: t('order'), sort: 'number', cell: (order) => <OrderIdentity order={order} /> },
      { key: 'state', title: t('state'), width: '140px', cell: (order) => <OrderState {...order} /> },
      {
        key: 'level',
        title: t('level'),
        width: '100px',
        sort: 'level',
        cell: (order) => <OrderLevel {...order} />,
      },
      ...(ofRobot ? [] : places),
      { key: 'faultType', title: t('faultType'), cell: ({ faultType }) => word('faultType', faultType) },
      {
        key: 'due',
        title: t('due.title'),
        width: '150px',
        sort: 'resolveBy',
        cell: (order) => <OrderDue order={order} />,
      },
      {
        key: 'assignee',
        title: t('assignee'),
        cell: ({ assignee }) => (assignee ? personName(assignee) : nothing),
      },
      {
        key: 'appointment',
        title: t('appointment'),
        width: '140px',
        sort: 'appointment',
        cell: ({ appointment, site }) => <TimeIn at={appointment?.from} zone={site?.timezone} />,
      },
      { key: 'publisher', title: t('publisher'), cell: (order) => <OrderPublisher {...order} /> },
      {
        key: 'submitted',
        title: t('submittedAt'),
        width: '130px',
        sort: 'submittedAt',
        cell: ({ submittedAt }) => <Ago at={submittedAt} />,
      },
      ...further,
    ];
  }, [t, word, personName, ofRobot, further]);
}
