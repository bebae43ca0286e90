import { workOrderCalls, type WorkOrder } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { MonthExportButton } from '../../../../kit/list/export/month-export-button.tsx';
import { RowMenu } from '../../../../kit/list/row-menu.tsx';
import { useAddress } from '../../../../kit/list/use-address.ts';
import { useList } from '../../../../kit/list/use-list.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { CreateButton } from '../dialogs/create-button.tsx';
import { useWorkOrdersLive } from '../use-work-orders-live.ts';
import { OrderActDialog, useOrderMenu, type OrderAct } from '../work-order-acts.tsx';
import { useWorkOrderColumns } from './use-work-order-columns.tsx';
import { WorkOrderBoard } from './work-order-board.tsx';
import { WorkOrderFigures } from './work-order-figures.tsx';
import { WorkOrderFilters, WorkOrderMoreFilters } from './work-order-filters.tsx';
import '../work-orders.css';

/** A press on a number replaces what an earlier one filtered by. */
const noFigure = {
  state: undefined,
  mine: undefined,
  late: undefined,
  waiting: undefined,
  verification: undefined,
};

/** The board reads its own columns; of the list it needs the number of all orders. */
const forBoard = { page: 1, pageSize: 1 };

/** The work orders of the account's companies, as a table or as a board by state, live. */
export function WorkOrderListPage() {
  const { t } = useTranslation('service/orders');
  const [view, setView] = useAddress('view', 'table');
  const isBoard = view === 'board';
  const list = useList(workOrderCalls.list, isBoard ? { ...forBoard, state: undefined } : {});
  const [acting, setActing] = useState<{ act: OrderAct; order: WorkOrder }>();
  useWorkOrdersLive();
  const act = useCallback((chosen: OrderAct, order: WorkOrder) => setActing({ act: chosen, order }), []);
  const rowActions = useCallback((order: WorkOrder) => <OrderRowMenu order={order} onAct={act} />, [act]);
  const { state: _state, ...ofSummary } = list.filters;
  return (
    <div className="order-page" data-view={view}>
      <WorkOrderFigures
        of={placeOf(ofSummary)}
        onChoose={(filters) => {
          // The numbers of a state lead to the table, because the board shows all states.
          if (isBoard) setView('table');
          list.setFilters({ ...noFigure, ...filters });
        }}
      />
      <ListPage
        title={t('title')}
        list={list}
        columns={useWorkOrderColumns()}
        filters={<WorkOrderFilters states={!isBoard} />}
        more={<WorkOrderMoreFilters />}
        views
        rowActions={rowActions}
        actions={
          <>
            <Segments
              label={t('view')}
              value={view}
              onlyWay
              onChange={setView}
              options={[
                { value: 'table', text: t('views.table') },
                { value: 'board', text: t('views.board') },
              ]}
            />
            <MonthExportButton
              call={workOrderCalls.export}
              filters={list.filters}
              input={(period) => ({ ...list.filters, ...period })}
              title={t('exportTitle')}
              name="work-orders"
            />
            <CreateButton opensByAddress />
          </>
        }
        empty={
          <Empty icon="wrench" title={t('empty.title')} hint={t('empty.hint')}>
            <CreateButton />
          </Empty>
        }
      >
        {isBoard && <WorkOrderBoard filters={ofSummary} onAct={act} />}
      </ListPage>
      {acting && (
        <OrderActDialog act={acting.act} order={acting.order} onClose={() => setActing(undefined)} />
      )}
    </div>
  );
}

/** The numbers follow the place and the time of the list, not its other filters. */
function placeOf({
  companyId,
  siteId,
  deviceId,
  from,
  to,
}: {
  companyId?: string | undefined;
  siteId?: string | undefined;
  deviceId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}) {
  return {
    ...(companyId && { companyId }),
    ...(siteId && { siteId }),
    ...(deviceId && { deviceId }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

const OrderRowMenu = ({
  order,
  onAct,
}: {
  order: WorkOrder;
  onAct: (act: OrderAct, order: WorkOrder) => void;
}) => <RowMenu label={order.name} items={useOrderMenu(order, (act) => onAct(act, order))} />;
