import { permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Cleaning reports. */
export const reportRoutes: Route[] = [
  {
    path: '/dataManage/history',
    allow: permissions.reportList,
    title: 'reports',
    icon: 'report',
    group: 'data',
    page: () => import('../../features/task-reports/report-list-page.tsx').then((m) => m.ReportListPage),
  },
  {
    path: '/dataManage/historyDetail',
    allow: permissions.reportList,
    title: 'report',
    parent: '/dataManage/history',
    page: () =>
      import('../../features/task-reports/detail/report-detail-page.tsx').then((m) => m.ReportDetailPage),
  },
  {
    path: '/dataManage/j30historyDetail',
    allow: permissions.reportJ30,
    title: 'report',
    parent: '/dataManage/history',
    page: () =>
      import('../../features/task-reports/detail/report-detail-page.tsx').then((m) => m.ReportDetailPage),
  },
];
