import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Apps of robot screens and phones, and their versions. */
export const appRoutes: Route[] = [
  {
    path: pages.apps.path,
    allow: permissions.appStore,
    title: 'apps',
    icon: 'cards',
    group: 'service',
    page: () => import('../../features/updates/apps/app-list-page.tsx').then((m) => m.AppListPage),
  },
  {
    path: pages.app.path,
    allow: permissions.appStore,
    title: 'app',
    parent: pages.apps.path,
    page: () => import('../../features/updates/apps/app-page.tsx').then((m) => m.AppPage),
  },
  {
    path: pages.appReleases.path,
    allow: permissions.appUpgrades,
    title: 'appReleases',
    icon: 'download',
    group: 'service',
    page: () =>
      import('../../features/updates/app-releases/app-release-list-page.tsx').then(
        (m) => m.AppReleaseListPage,
      ),
  },
  {
    path: pages.appRelease.path,
    needsId: true,
    allow: permissions.appUpgrades,
    title: 'appRelease',
    parent: pages.appReleases.path,
    page: () =>
      import('../../features/updates/app-releases/app-release-page.tsx').then((m) => m.AppReleasePage),
  },
];
