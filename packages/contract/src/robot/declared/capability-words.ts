/**
 * Abilities that follow from the actions in the factsheet: any action of one row gives it, `all` of them where that is said
 * (docs/protocol/capabilities.md#actions).
 */
export const actionsFor = {
  clean: { any: ['cleanArea'] },
  pause: { any: ['startPause'] },
  charge: { any: ['startCharging', 'dock'] },
  place: { any: ['initializePosition', 'initPosition'] },
  promote: { any: ['promote'] },
  skip: { any: ['skipArea'] },
  maps: { all: ['downloadMap', 'enableMap'] },
  zones: { any: ['enableZoneSet'] },
  sleep: { any: ['startHibernation'] },
} as const satisfies Record<string, { any: readonly string[] } | { all: readonly string[] }>;

/** Words of `xReported.capabilities`: docs/protocol/capabilities.md#words. */
export const vendorCapabilities = [
  'locate',
  'relocate',
  'drive',
  'reboot',
  'restore',
  'freeze',
  'selfCheck',
  'parts',
  'consumables',
  'settings',
  'schedules',
  'reports',
  'telemetry',
  'video',
  'shell',
  'liveLog',
  'logPull',
  'files',
  'ota',
  'aiCollect',
  'audio',
  'lift',
  'baseStation',
  'mopWashing',
  'cleanWater',
  'dirtyWater',
  'dustBag',
  'detergent',
] as const;
export type VendorCapability = (typeof vendorCapabilities)[number];

/** Abilities of a device; pages, handlers, the gateway and the simulator ask for them. */
export type Capability = 'navigate' | keyof typeof actionsFor | VendorCapability;
export const actionCapabilities = Object.keys(actionsFor) as (keyof typeof actionsFor)[];
