import { permissions, pages } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Maps, sites and elevators. */
export const mapRoutes: Route[] = [
  {
    path: pages.maps.path,
    allow: permissions.mapList,
    title: 'maps',
    goKey: 'm',
    icon: 'map',
    group: 'work',
    page: () => import('../../features/places/maps/map-list/map-list-page.tsx').then((m) => m.MapListPage),
  },
  {
    path: pages.mapImport.path,
    allow: permissions.mapCreate,
    title: 'importMap',
    parent: pages.maps.path,
    page: () =>
      import('../../features/places/maps/map-import/map-import-page.tsx').then((m) => m.MapImportPage),
  },
  {
    path: pages.map.path,
    needsId: true,
    allow: permissions.mapList,
    title: 'map',
    parent: pages.maps.path,
    page: () =>
      import('../../features/places/maps/map-page/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: pages.mapEditor.path,
    needsId: true,
    allow: permissions.mapList,
    title: 'editMap',
    parent: pages.maps.path,
    page: () => import('../../features/places/maps/map-editor/map-edit-page.tsx').then((m) => m.MapEditPage),
  },
  {
    path: pages.mapJ20.path,
    allow: permissions.mapList,
    title: 'map',
    parent: pages.maps.path,
    page: () =>
      import('../../features/places/maps/map-page/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: pages.mapJ30.path,
    allow: permissions.mapJ30,
    title: 'map',
    parent: pages.maps.path,
    page: () =>
      import('../../features/places/maps/map-page/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: pages.mapEditorJ30.path,
    allow: permissions.mapJ30,
    title: 'editMap',
    parent: pages.maps.path,
    page: () => import('../../features/places/maps/map-editor/map-edit-page.tsx').then((m) => m.MapEditPage),
  },
  {
    path: pages.mapVersions.path,
    allow: permissions.mapList,
    title: 'mapVersions',
    parent: pages.maps.path,
    page: () => import('../../features/places/versions/map-versions-page.tsx').then((m) => m.MapVersionsPage),
  },
  {
    path: pages.mapDevices.path,
    allow: permissions.mapList,
    title: 'mapDevices',
    parent: pages.maps.path,
    page: () => import('../../features/places/versions/map-devices-page.tsx').then((m) => m.MapDevicesPage),
  },
  {
    path: pages.sites.path,
    allow: permissions.sites,
    title: 'sites',
    goKey: 's',
    icon: 'building',
    group: 'places',
    page: () => import('../../features/places/sites/site-list-page.tsx').then((m) => m.SiteListPage),
  },
  {
    path: pages.site.path,
    allow: permissions.sites,
    title: 'site',
    parent: pages.sites.path,
    page: () => import('../../features/places/sites/site-detail-page.tsx').then((m) => m.SiteDetailPage),
  },
  {
    path: pages.elevators.path,
    allow: permissions.elevators,
    title: 'elevators',
    icon: 'elevator',
    group: 'places',
    page: () =>
      import('../../features/places/elevators/elevator-list-page.tsx').then((m) => m.ElevatorListPage),
  },
  {
    path: pages.elevator.path,
    needsId: true,
    allow: permissions.elevators,
    title: 'elevator',
    parent: pages.elevators.path,
    page: () => import('../../features/places/elevators/elevator-page.tsx').then((m) => m.ElevatorPage),
  },
  {
    path: pages.elevatorRides.path,
    allow: permissions.elevatorRides,
    title: 'elevatorRides',
    icon: 'elevator',
    group: 'places',
    page: () => import('../../features/places/rides/ride-list-page.tsx').then((m) => m.RideListPage),
  },
  {
    path: pages.doors.path,
    allow: permissions.doors,
    title: 'doors',
    icon: 'key',
    group: 'places',
    page: () => import('../../features/places/doors/door-page.tsx').then((m) => m.DoorPage),
  },
  {
    path: pages.elevatorRide.path,
    needsId: true,
    allow: permissions.elevatorRides,
    title: 'elevatorRide',
    parent: pages.elevatorRides.path,
    page: () => import('../../features/places/rides/ride-page.tsx').then((m) => m.RidePage),
  },
];
