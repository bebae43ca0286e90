import { commandTypes } from '@sweepline/contract/robot';

/** Commands that the server sends automatically are not in the ledger. */
const automaticTypes = new Set(['ping', 'stream.rate']);
/** VDA actions listed in the ledger beside commands. */
const actions = [
  ...[
    'run.clean',
    'run.goTo',
    'run.charge',
    'run.promote',
    'run.pause',
    'run.resume',
    'run.stop',
    'run.skipZone',
  ],
  ...['device.wake', 'device.sleep', 'relocation.pose'],
];

/** The types offered by the filter. */
export const ledgerTypes: readonly string[] = [
  ...Object.keys(commandTypes).filter((type) => !automaticTypes.has(type)),
  ...actions,
];
