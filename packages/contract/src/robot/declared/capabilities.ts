import {
  actionCapabilities,
  actionsFor,
  vendorCapabilities,
  type Capability,
  type VendorCapability,
} from './capability-words.ts';
import type { Declared } from './declaration.ts';
import { modelOf } from '../models.ts';
import type { CommandType } from '../vendor-down.ts';

/** Those that need a catalogue, which only our models have. */
const ofCatalogues: readonly Capability[] = ['settings', 'restore', 'parts', 'consumables', 'ota'];

/** What tells the capabilities of a device. */
export interface Vehicle {
  model: string;
  protocol: 'v2' | 'v3';
  /** The action types that its factsheet lists; null before the first factsheet, or if it lists none. */
  actions: readonly string[] | null;
  /** What else it says about itself; null before its first factsheet and `xReported`. */
  declared: Declared | null;
}

/** VDA 5050 2.0 defines these; its vehicles need not list them. */
const standardV2 = ['startPause', 'startCharging', 'initPosition'];

const follows = (capability: keyof typeof actionsFor, actions: readonly string[]) => {
  const rule: { any?: readonly string[]; all?: readonly string[] } = actionsFor[capability];
  return rule.all
    ? rule.all.every((it) => actions.includes(it))
    : rule.any?.some((it) => actions.includes(it));
};

/**
 * The capabilities of a device: what it declares. The defaults of its model stand for what it has not declared yet
 * (docs/protocol/capabilities.md).
 */
export function capabilitiesOf({ model, protocol, actions, declared }: Vehicle): readonly Capability[] {
  const defaults: readonly Capability[] | undefined = modelOf(model)?.capabilities;
  const listed = actions ?? (protocol === 'v2' && !defaults ? standardV2 : null);
  const isStandard = (it: keyof typeof actionsFor) =>
    listed ? follows(it, listed) : (defaults?.includes(it) ?? false);
  const words = declared?.capabilities;
  const isVendor = (it: VendorCapability) =>
    words
      ? words.includes(it) && (defaults !== undefined || !ofCatalogues.includes(it))
      : defaults?.includes(it);
  return ['navigate', ...actionCapabilities.filter(isStandard), ...vendorCapabilities.filter(isVendor)];
}

/** Whether a device has a capability. Pages and handlers call this and never compare model names. */
export const can = (device: Vehicle, capability: Capability) => capabilitiesOf(device).includes(capability);

/** What the console offers for a device. */
export const offeredOf = (device: Vehicle): readonly Capability[] => {
  const own = capabilitiesOf(device);
  return ['navigate' as const, ...offered].filter((it) => own.includes(it));
};

/** What a device that says its capabilities cannot do, of what the console offers others. */
export const lackingOf = (device: Vehicle): readonly Capability[] => {
  const own = capabilitiesOf(device);
  return offered.filter((it) => !own.includes(it));
};
const offered: readonly Capability[] = [
  'clean',
  'pause',
  'charge',
  'place',
  'relocate',
  'locate',
  'drive',
  'video',
  'sleep',
  'reboot',
  'selfCheck',
  'parts',
  'consumables',
  'settings',
  'schedules',
  'maps',
  'logPull',
  'liveLog',
  'files',
  'shell',
  'ota',
  'aiCollect',
  'audio',
];

/** Words of a robot that the console has no use for; it shows them as the robot says them. */
export const alsoSaysOf = ({ declared }: Pick<Vehicle, 'declared'>): readonly string[] =>
  (declared?.capabilities ?? []).filter((word) => !vendorCapabilities.some((known) => known === word));

/** The capability that a robot declares for a command; the others belong to the protocol itself. */
export const capabilityOfCommand: Record<CommandType, VendorCapability | null> = {
  ping: null,
  'stream.rate': null,
  locate: 'locate',
  'audio.play': 'audio',
  'audio.stop': 'audio',
  'relocation.enter': 'relocate',
  'relocation.exit': 'relocate',
  'chassis.selfCheck': 'selfCheck',
  'parts.set': 'parts',
  'teleop.open': 'drive',
  'teleop.close': 'drive',
  'ride.start': 'lift',
  // By its kind: `capabilityOfStream`.
  'stream.open': null,
  'stream.close': null,
  'device.reboot': 'reboot',
  'consumable.reset': 'consumables',
  'settings.restoreDefaults': 'restore',
  'device.freeze': 'freeze',
  'device.unfreeze': 'freeze',
  'device.unbind': null,
  'device.rotateCredential': null,
  'log.list': 'logPull',
  'job.logPull': 'logPull',
  'job.filePush': 'files',
  'job.filePull': 'files',
  'job.ota': 'ota',
  'job.mapUpload': null,
  'job.aiCollect': 'aiCollect',
  'job.pause': null,
  'job.resume': null,
  'job.cancel': null,
  'command.cancel': null,
};

/** The capability of `stream.open` by its kind. */
export const capabilityOfStream: Record<string, VendorCapability> = {
  VIDEO: 'video',
  LOG: 'liveLog',
  SSH: 'shell',
};
