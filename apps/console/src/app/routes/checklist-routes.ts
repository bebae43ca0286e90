import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Templates of checklists, and the parts of the provider. */
export const checklistRoutes: Route[] = [
  {
    path: pages.checklists.path,
    allow: [permissions.workOrders, permissions.maintenancePlans],
    title: 'checklists',
    icon: 'task',
    group: 'service',
    page: () =>
      import('../../features/service/checklists/checklist-list-page.tsx').then((m) => m.ChecklistListPage),
  },
  {
    path: pages.sparePartList.path,
    allow: [permissions.workOrders, permissions.maintenancePlans, permissions.maintenanceRecords],
    title: 'sparePartList',
    icon: 'box',
    group: 'service',
    page: () => import('../../features/stock/spare-parts/spare-part-list.tsx').then((m) => m.SparePartList),
  },
];
