import { workOrderCalls, type deviceCalls, type Output, type WorkOrder } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { CreateButton } from './dialogs/create-button.tsx';
import { useWorkOrderColumns } from './list/use-work-order-columns.tsx';
import { OrderLevelFilter, OrderStateFilter } from './list/work-order-filters.tsx';
import { useWorkOrdersLive } from './use-work-orders-live.ts';
import { OrderActDialog, useOrderMenu, type OrderAct } from './work-order-acts.tsx';
import './work-orders.css';

/** The work orders of one robot, live. */
export function DeviceWorkOrdersTab({ detail: { device } }: { detail: Output<typeof deviceCalls.detail> }) {
  const { t } = useTranslation('service/orders');
  const list = useList(workOrderCalls.list, { deviceId: device.id });
  const [acting, setActing] = useState<{ act: OrderAct; order: WorkOrder }>();
  useWorkOrdersLive(({ deviceId }) => deviceId === device.id);
  const rowActions = useCallback(
    (order: WorkOrder) => <DeviceOrderMenu order={order} onAct={(act) => setActing({ act, order })} />,
    [],
  );
  const create = <CreateButton deviceId={device.id} opensByAddress />;
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={useWorkOrderColumns({ ofRobot: true })}
        filters={
          <>
            <SearchFilter placeholder={t('searchOfRobot')} />
            <OrderStateFilter />
            <OrderLevelFilter />
            <PeriodFilter />
          </>
        }
        rowActions={rowActions}
        actions={create}
        empty={<Empty icon="wrench" title={t('empty.title')} hint={t('empty.ofRobot')} />}
      />
      {acting && (
        <OrderActDialog act={acting.act} order={acting.order} onClose={() => setActing(undefined)} />
      )}
    </>
  );
}

function DeviceOrderMenu({ order, onAct }: { order: WorkOrder; onAct: (act: OrderAct) => void }) {
  return <RowMenu label={order.name} items={useOrderMenu(order, onAct)} />;
}
