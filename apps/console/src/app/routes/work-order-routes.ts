import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Work orders and what belongs to them. */
export const workOrderRoutes: Route[] = [
  {
    path: pages.workOrders.path,
    allow: permissions.workOrders,
    title: 'workOrders',
    goKey: 'o',
    icon: 'wrench',
    group: 'service',
    page: () =>
      import('../../features/service/orders/list/work-order-list-page.tsx').then((m) => m.WorkOrderListPage),
  },
  {
    path: pages.workOrder.path,
    needsId: true,
    allow: permissions.workOrders,
    title: 'workOrder',
    parent: pages.workOrders.path,
    page: () =>
      import('../../features/service/orders/detail/work-order-detail-page.tsx').then(
        (m) => m.WorkOrderDetailPage,
      ),
  },
];
