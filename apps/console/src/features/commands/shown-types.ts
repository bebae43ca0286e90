import { commandTypes } from '@sweepline/contract/robot';

/** What the server sends by itself is in no ledger. */
const own = new Set(['ping', 'stream.rate']);
/** VDA actions that stand in the ledger beside commands. */
const actions = ['device.wake', 'device.sleep', 'relocation.pose'];

/** Types a person may look for. */
export const shownTypes: readonly string[] = [
  ...Object.keys(commandTypes).filter((type) => !own.has(type)),
  ...actions,
];
