import { permissions, pages } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** The device centre: devices, groups, settings, commands, activation, SIM cards and stock. */
export const deviceRoutes: Route[] = [
  {
    path: pages.devices.path,
    allow: permissions.deviceList,
    title: 'devices',
    goKey: 'd',
    icon: 'robot',
    group: 'work',
    page: () =>
      import('../../features/devices/devices/list/device-list-page.tsx').then((m) => m.DeviceListPage),
  },
  {
    path: pages.device.path,
    needsId: true,
    allow: permissions.deviceList,
    title: 'device',
    parent: pages.devices.path,
    page: () => import('../device-page.tsx').then((m) => m.DevicePage),
  },
  {
    path: pages.deviceGroups.path,
    allow: permissions.deviceGroups,
    title: 'deviceGroups',
    icon: 'layers',
    group: 'work',
    page: () => import('../../features/devices/groups/group-list-page.tsx').then((m) => m.GroupListPage),
  },
  {
    path: pages.deviceGroup.path,
    allow: permissions.deviceGroups,
    title: 'deviceGroup',
    parent: pages.deviceGroups.path,
    page: () => import('../../features/devices/groups/group-detail-page.tsx').then((m) => m.GroupDetailPage),
  },
  {
    path: pages.settingsSync.path,
    allow: permissions.groupSync,
    title: 'settingsSync',
    parent: pages.deviceGroups.path,
    page: () => import('../settings-pages.tsx').then((m) => m.SettingsSyncPage),
  },
  {
    path: pages.settingsRollouts.path,
    allow: permissions.deviceGroups,
    title: 'settingsRollouts',
    parent: pages.deviceGroups.path,
    page: () =>
      import('../../features/devices/settings-rollouts/rollout-list-page.tsx').then((m) => m.RolloutListPage),
  },
  {
    path: pages.settingsRollout.path,
    allow: permissions.deviceGroups,
    title: 'settingsRollout',
    parent: pages.deviceGroups.path,
    page: () => import('../settings-pages.tsx').then((m) => m.SettingsRolloutPage),
  },
  {
    path: pages.settingsProfiles.path,
    allow: permissions.deviceGroups,
    title: 'settingsProfiles',
    parent: pages.deviceGroups.path,
    page: () =>
      import('../../features/devices/settings-rollouts/profile-list-page.tsx').then((m) => m.ProfileListPage),
  },
  {
    path: pages.settingsProfile.path,
    allow: permissions.deviceGroups,
    forms: [{ isAt: (params) => !params.has('id'), allow: permissions.groupSync }],
    title: 'settingsProfile',
    parent: pages.deviceGroups.path,
    page: () => import('../settings-pages.tsx').then((m) => m.SettingsProfilePage),
  },
  {
    path: pages.sharedDevices.path,
    allow: 'signedIn',
    title: 'shared',
    parent: pages.welcome.path,
    page: () => import('../../features/devices/shares/received-page.tsx').then((m) => m.ReceivedPage),
  },
  {
    path: pages.sharedDevice.path,
    allow: 'signedIn',
    title: 'sharedDevice',
    parent: pages.welcome.path,
    page: () =>
      import('../../features/devices/control/shared-device-page.tsx').then((m) => m.SharedDevicePage),
  },
  {
    path: pages.deviceJ30.path,
    needsId: true,
    allow: permissions.deviceDetailJ30,
    title: 'device',
    parent: pages.devices.path,
    page: () => import('../device-page.tsx').then((m) => m.DevicePage),
  },
  {
    path: pages.commands.path,
    allow: permissions.deviceOperate,
    title: 'commands',
    icon: 'history',
    group: 'service',
    page: () =>
      import('../../features/devices/commands/command-list-page.tsx').then((m) => m.CommandListPage),
  },
  {
    path: pages.videoWall.path,
    allow: permissions.deviceVideo,
    title: 'videoWall',
    goKey: 'v',
    icon: 'camera',
    group: 'work',
    page: () => import('../../features/remote/video/video-wall-page.tsx').then((m) => m.VideoWallPage),
  },
  {
    path: pages.remoteAccess.path,
    allow: permissions.remoteAccess,
    title: 'remoteAccess',
    icon: 'seen',
    group: 'service',
    page: () =>
      import('../../features/remote/remote-access/remote-access-page.tsx').then((m) => m.RemoteAccessPage),
  },
  {
    path: pages.stock.path,
    allow: permissions.deviceStock,
    title: 'stock',
    goKey: 'b',
    icon: 'box',
    group: 'stock',
    page: () => import('../../features/stock/robots/stock-page.tsx').then((m) => m.StockPage),
  },
  {
    path: pages.activationCodes.path,
    allow: permissions.activationCodes,
    title: 'activationCodes',
    icon: 'key',
    group: 'stock',
    page: () =>
      import('../../features/stock/activation-codes/activation-codes-page.tsx').then(
        (m) => m.ActivationCodesPage,
      ),
  },
  {
    path: pages.networkCards.path,
    allow: permissions.networkCards,
    title: 'networkCards',
    icon: 'signal',
    group: 'stock',
    page: () =>
      import('../../features/stock/network-cards/network-card-list-page.tsx').then(
        (m) => m.NetworkCardListPage,
      ),
  },
];
