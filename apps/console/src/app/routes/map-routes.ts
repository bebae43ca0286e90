import { permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Maps and sites. */
export const mapRoutes: Route[] = [
  {
    path: '/dataManage/mapList',
    allow: permissions.mapList,
    title: 'maps',
    icon: 'map',
    group: 'data',
    page: () => import('../../features/maps/map-list/map-list-page.tsx').then((m) => m.MapListPage),
  },
  {
    path: '/dataManage/importMap',
    allow: permissions.mapCreate,
    title: 'importMap',
    parent: '/dataManage/mapList',
    page: () => import('../../features/maps/map-import/map-import-page.tsx').then((m) => m.MapImportPage),
  },
  {
    path: '/dataManage/mapDetail',
    allow: permissions.mapList,
    title: 'map',
    parent: '/dataManage/mapList',
    page: () => import('../../features/maps/map-page/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: '/dataManage/editMap',
    allow: permissions.mapList,
    title: 'editMap',
    parent: '/dataManage/mapList',
    page: () => import('../../features/maps/map-editor/map-edit-page.tsx').then((m) => m.MapEditPage),
  },
  {
    path: '/dataManage/J20/j20Map',
    allow: permissions.mapList,
    title: 'map',
    parent: '/dataManage/mapList',
    page: () => import('../../features/maps/map-page/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: '/dataManage/j30mapDetail',
    allow: permissions.mapJ30,
    title: 'map',
    parent: '/dataManage/mapList',
    page: () => import('../../features/maps/map-page/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: '/dataManage/j30editMap',
    allow: permissions.mapJ30,
    title: 'editMap',
    parent: '/dataManage/mapList',
    page: () => import('../../features/maps/map-editor/map-edit-page.tsx').then((m) => m.MapEditPage),
  },
  {
    path: '/dataManage/mapVersions',
    allow: permissions.mapList,
    title: 'mapVersions',
    parent: '/dataManage/mapList',
    page: () => import('../../features/map-versions/map-versions-page.tsx').then((m) => m.MapVersionsPage),
  },
  {
    path: '/dataManage/mapDevices',
    allow: permissions.mapList,
    title: 'mapDevices',
    parent: '/dataManage/mapList',
    page: () => import('../../features/map-versions/map-devices-page.tsx').then((m) => m.MapDevicesPage),
  },
  {
    path: '/site/list',
    allow: permissions.sites,
    title: 'sites',
    icon: 'building',
    group: 'data',
    page: () => import('../../features/sites/site-list-page.tsx').then((m) => m.SiteListPage),
  },
  {
    path: '/site/detail',
    allow: permissions.sites,
    title: 'site',
    parent: '/site/list',
    page: () => import('../../features/sites/site-detail-page.tsx').then((m) => m.SiteDetailPage),
  },
];
