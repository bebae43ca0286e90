import { permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** The device centre: devices, groups, settings, commands, activation, SIM cards and stock. */
export const deviceRoutes: Route[] = [
  {
    path: '/deviceManage/list',
    allow: permissions.deviceList,
    title: 'devices',
    icon: 'robot',
    group: 'device',
    page: () => import('../../features/devices/list/device-list-page.tsx').then((m) => m.DeviceListPage),
  },
  {
    path: '/device/detail',
    allow: permissions.deviceList,
    title: 'device',
    parent: '/deviceManage/list',
    page: () => import('../device-page.tsx').then((m) => m.DevicePage),
  },
  {
    path: '/group/list',
    allow: permissions.deviceGroups,
    title: 'deviceGroups',
    icon: 'layers',
    group: 'device',
    page: () => import('../../features/device-groups/group-list-page.tsx').then((m) => m.GroupListPage),
  },
  {
    path: '/group/detail',
    allow: permissions.deviceGroups,
    title: 'deviceGroup',
    parent: '/group/list',
    page: () => import('../../features/device-groups/group-detail-page.tsx').then((m) => m.GroupDetailPage),
  },
  {
    path: '/group/sync',
    allow: permissions.groupSync,
    title: 'settingsSync',
    parent: '/group/list',
    page: () => import('../settings-pages.tsx').then((m) => m.SettingsSyncPage),
  },
  {
    path: '/group/rollouts',
    allow: permissions.deviceGroups,
    title: 'settingsRollouts',
    parent: '/group/list',
    page: () =>
      import('../../features/settings-rollouts/rollout-list-page.tsx').then((m) => m.RolloutListPage),
  },
  {
    path: '/group/rollout',
    allow: permissions.deviceGroups,
    title: 'settingsRollout',
    parent: '/group/list',
    page: () => import('../settings-pages.tsx').then((m) => m.SettingsRolloutPage),
  },
  {
    path: '/group/profiles',
    allow: permissions.deviceGroups,
    title: 'settingsProfiles',
    parent: '/group/list',
    page: () =>
      import('../../features/settings-rollouts/profile-list-page.tsx').then((m) => m.ProfileListPage),
  },
  {
    path: '/group/profile',
    allow: permissions.deviceGroups,
    title: 'settingsProfile',
    parent: '/group/list',
    page: () => import('../settings-pages.tsx').then((m) => m.SettingsProfilePage),
  },
  {
    path: '/shared/list',
    allow: 'signedIn',
    title: 'shared',
    parent: '/welcome/index',
    page: () => import('../../features/device-shares/received-page.tsx').then((m) => m.ReceivedPage),
  },
  {
    path: '/shared/device',
    allow: 'signedIn',
    title: 'sharedDevice',
    parent: '/welcome/index',
    page: () =>
      import('../../features/device-control/shared-device-page.tsx').then((m) => m.SharedDevicePage),
  },
  {
    path: '/j30device/detail',
    allow: permissions.deviceDetailJ30,
    title: 'device',
    parent: '/deviceManage/list',
    page: () => import('../device-page.tsx').then((m) => m.DevicePage),
  },
  {
    path: '/deviceManage/commands',
    allow: permissions.deviceList,
    title: 'commands',
    icon: 'history',
    group: 'device',
    page: () => import('../../features/commands/command-list-page.tsx').then((m) => m.CommandListPage),
  },
  {
    path: '/activeCode/list',
    allow: permissions.activationCodes,
    title: 'activationCodes',
    icon: 'key',
    group: 'device',
    page: () =>
      import('../../features/activation-codes/activation-codes-page.tsx').then((m) => m.ActivationCodesPage),
  },
  {
    path: '/networkCard/list',
    allow: permissions.networkCards,
    title: 'networkCards',
    icon: 'signal',
    group: 'device',
    page: () =>
      import('../../features/network-cards/network-card-list-page.tsx').then((m) => m.NetworkCardListPage),
  },
  {
    path: '/inventory/list',
    allow: permissions.deviceStock,
    title: 'stock',
    icon: 'box',
    group: 'device',
    page: () => import('../../features/device-stock/stock-page.tsx').then((m) => m.StockPage),
  },
];
