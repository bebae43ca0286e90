import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Maintenance: plans, records, and the forecast of parts. */
export const maintenanceRoutes: Route[] = [
  {
    path: pages.maintenancePlans.path,
    allow: permissions.maintenancePlans,
    title: 'maintenancePlans',
    icon: 'calendar',
    group: 'service',
    page: () => import('../../features/service/maintenance/plan-list-page.tsx').then((m) => m.PlanListPage),
  },
  {
    path: pages.maintenanceRecords.path,
    allow: permissions.maintenanceRecords,
    title: 'maintenanceRecords',
    icon: 'report',
    group: 'service',
    page: () =>
      import('../../features/service/maintenance/record-list-page.tsx').then((m) => m.RecordListPage),
  },
  {
    path: pages.spareParts.path,
    allow: permissions.maintenancePlans,
    title: 'spareParts',
    icon: 'box',
    group: 'service',
    page: () =>
      import('../../features/service/maintenance/part-forecast-page.tsx').then((m) => m.PartForecastPage),
  },
];
