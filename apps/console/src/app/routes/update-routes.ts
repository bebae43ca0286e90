import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Software of robots. */
export const updateRoutes: Route[] = [
  {
    path: pages.otaPackages.path,
    allow: permissions.ota,
    title: 'otaPackages',
    goKey: 'u',
    icon: 'download',
    group: 'service',
    page: () =>
      import('../../features/updates/packages/package-list-page.tsx').then((m) => m.PackageListPage),
  },
  {
    path: pages.otaPackage.path,
    needsId: true,
    allow: permissions.otaDetail,
    title: 'otaPackage',
    parent: pages.otaPackages.path,
    page: () => import('../../features/updates/packages/package-page.tsx').then((m) => m.PackagePage),
  },
  {
    path: pages.otaTasks.path,
    allow: permissions.ota,
    forms: [{ isAt: (params) => params.has('add'), allow: permissions.otaStart }],
    title: 'otaTasks',
    icon: 'layers',
    group: 'service',
    page: () => import('../../features/updates/rollouts/list/task-list-page.tsx').then((m) => m.TaskListPage),
  },
  {
    path: pages.otaTask.path,
    needsId: true,
    allow: permissions.otaDetail,
    title: 'otaTask',
    parent: pages.otaTasks.path,
    page: () => import('../../features/updates/rollouts/task/task-page.tsx').then((m) => m.TaskPage),
  },
];
