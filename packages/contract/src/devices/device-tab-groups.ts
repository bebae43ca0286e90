/** The parts of a robot's page in groups of one purpose, in the order in which page and palette offer them. */
export const deviceTabGroups = {
  live: ['live'],
  control: ['control', 'drive', 'commands'],
  video: ['video'],
  work: ['tasks', 'history'],
  service: ['alarms', 'workOrders', 'maintenance', 'consumables', 'faultCodes'],
  settings: ['settings', 'sounds'],
  software: ['versions', 'updates', 'logs', 'diagnosis'],
  access: ['sharing', 'custody'],
} as const;

export type DeviceTabGroup = keyof typeof deviceTabGroups;

/** The value of `tab` in the address of a robot's page. */
export type DeviceTabName = (typeof deviceTabGroups)[DeviceTabGroup][number];
