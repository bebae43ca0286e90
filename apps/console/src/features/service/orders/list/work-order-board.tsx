import {
  pages,
  workOrderCalls,
  workOrderStates,
  type Sent,
  type WorkOrder,
  type WorkOrderState,
} from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { usePageKeys } from '../../../../kit/keys/page-keys.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { actsOn, type OrderAct } from '../work-order-acts.tsx';
import { WorkOrderCard } from './work-order-card.tsx';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

type Filters = Partial<Sent<typeof workOrderCalls.list>>;
type OnAct = (act: OrderAct, order: WorkOrder) => void;

interface Props {
  /** The filters of the list without those of the states. */
  filters: Filters;
  onAct: OnAct;
}

const perColumn = 30;
/** The open ones by urgency, the resolved ones by time. */
const sorts = { SUBMITTED: '-level', PROCESSING: '-level', RESOLVED: '-resolvedAt' } as const;

/** The act that brings an order into a column; null where there is none, or where the account may not do it. */
function moveOf(order: WorkOrder, to: WorkOrderState): OrderAct | null {
  const act =
    order.state === to || to === 'SUBMITTED'
      ? null
      : to === 'RESOLVED'
        ? 'resolve'
        : order.state === 'RESOLVED'
          ? 'reopen'
          : 'dispatch';
  return act !== null && actsOn(order).includes(act) ? act : null;
}

/** The orders by state. A card that is moved to another column opens the dialog of that step. */
export function WorkOrderBoard({ filters, onAct }: Props) {
  const { t } = useTranslation('service/orders');
  const [dragged, drag] = useState<WorkOrder | null>(null);
  usePageKeys(t('board.title'), [
    { text: t('board.moveKeys'), keys: '← →' },
    { text: t('board.stepKeys'), keys: '↑ ↓' },
  ]);
  return (
    <div className="order-board">
      {workOrderStates.map((state) => (
        <Column key={state} state={state} filters={filters} dragged={dragged} onDrag={drag} onAct={onAct} />
      ))}
    </div>
  );
}

interface ColumnProps extends Props {
  state: WorkOrderState;
  dragged: WorkOrder | null;
  onDrag: (order: WorkOrder | null) => void;
}

function Column({ state, filters, dragged, onDrag, onAct }: ColumnProps) {
  const { word } = useWorkOrderWords();
  const act = dragged && moveOf(dragged, state);
  const { data, error, refetch } = useQuery({
    ...callQuery(workOrderCalls.list, {
      ...filters,
      state: [state],
      sort: sorts[state],
      page: 1,
      pageSize: perColumn,
    }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  // Spread, because a drop is one of several ways: the menu and the keys of a card do the same.
  const drop = {
    onDragOver: (event: DragEvent) => act && event.preventDefault(),
    onDrop: () => {
      if (act && dragged) onAct(act, dragged);
      onDrag(null);
    },
  };
  return (
    <section
      className="order-column"
      aria-label={word('state', state)}
      data-drop={act !== null || undefined}
      {...drop}
    >
      <h2>
        {word('state', state)} <span className="sl-count">{data && formatNumber(data.total)}</span>
      </h2>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Cards rows={data.list} total={data.total} state={state} onDrag={onDrag} onAct={onAct} />
      ) : (
        <Skeleton lines={4} />
      )}
    </section>
  );
}

interface CardsProps extends Pick<ColumnProps, 'state' | 'onDrag' | 'onAct'> {
  rows: WorkOrder[];
  total: number;
}

function Cards({ rows, total, state, onDrag, onAct }: CardsProps) {
  const { t } = useTranslation('service/orders');
  if (rows.length === 0) return <p className="order-quiet">{t(`board.none.${state}`)}</p>;
  return (
    <>
      <ul>
        {rows.map((order) => (
          <li key={order.id} {...dragOf(order, onDrag)} {...keysOf(order, onAct)}>
            <WorkOrderCard order={order} onAct={(act) => onAct(act, order)} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <Link className="order-all" to={pages.workOrders({ state: [state] })}>
          {t('board.all', { count: total, shown: formatNumber(total) })}
        </Link>
      )}
    </>
  );
}

const dragOf = (order: WorkOrder, onDrag: ColumnProps['onDrag']) => ({
  draggable: workOrderStates.some((to) => moveOf(order, to) !== null),
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.effectAllowed = 'move';
    dataTransfer.setData('text/plain', orderNumber(order));
    onDrag(order);
  },
  onDragEnd: () => onDrag(null),
});

/** Left and right move the card, up and down go to the next one. Only on the card's own link, so that its menu keeps its keys. */
const keysOf = (order: WorkOrder, onAct: OnAct) => ({
  onKeyDown: (event: KeyboardEvent<HTMLLIElement>) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    const at = workOrderStates.indexOf(order.state);
    const to = { ArrowRight: workOrderStates[at + 1], ArrowLeft: workOrderStates[at - 1] }[event.key];
    const act = to && moveOf(order, to);
    const item = event.currentTarget;
    const next = { ArrowDown: item.nextElementSibling, ArrowUp: item.previousElementSibling }[event.key];
    if (!act && !next) return;
    event.preventDefault();
    if (act) onAct(act, order);
    else next?.querySelector('a')?.focus();
  },
});
