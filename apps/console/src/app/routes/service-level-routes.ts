import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Figures and service levels of work orders. */
export const serviceLevelRoutes: Route[] = [
  {
    path: pages.workOrderFigures.path,
    allow: permissions.workOrders,
    title: 'workOrderFigures',
    icon: 'data',
    group: 'service',
    page: () =>
      import('../../features/service/figures/work-order-figures-page.tsx').then(
        (m) => m.WorkOrderFiguresPage,
      ),
  },
  {
    path: pages.serviceLevels.path,
    allow: permissions.workOrders,
    title: 'serviceLevels',
    icon: 'clock',
    group: 'service',
    page: () =>
      import('../../features/service/levels/service-levels-page.tsx').then((m) => m.ServiceLevelsPage),
  },
];
