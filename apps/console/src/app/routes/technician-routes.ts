import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** What a technician opens on a phone. */
export const technicianRoutes: Route[] = [
  {
    path: pages.myWorkOrders.path,
    allow: permissions.workOrders,
    title: 'myWorkOrders',
    goKey: 'y',
    icon: 'wrench',
    group: 'service',
    page: () =>
      import('../../features/service/my-orders/my-work-orders-page.tsx').then((m) => m.MyWorkOrdersPage),
  },
];
