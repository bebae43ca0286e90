import type { RefusedSignIn } from './connection-refusals.ts';

const hourMs = 3_600_000;

/** New rows in an hour. A stranger who invents names, or has many addresses, must not hide the refusals of robots. */
const maxNamesPerAddress = 20;
const maxNames = 200;
const maxCrowdedAddresses = 50;
const maxPerDevice = 20;

/** Decides under which name and address a refusal is counted. Beyond a limit it is counted without what there is too much of. */
export function createRefusalLimits() {
  let hour = 0;
  let admitted = new Map<string, Set<string>>();

  const isWithin = (group: string, key: string, max: number): boolean => {
    const keys = admitted.get(group) ?? new Set();
    if (!keys.has(key) && keys.size >= max) return false;
    admitted.set(group, keys.add(key));
    return true;
  };

  const isNameAdmitted = ({ name, reason, address }: RefusedSignIn) => {
    const key = `${reason} ${address} ${name}`;
    return isWithin('names', key, maxNames) && isWithin(`names of ${address}`, key, maxNamesPerAddress);
  };

  return {
    admit(refused: RefusedSignIn, deviceId: string | undefined, nowMs: number): RefusedSignIn {
      if (Math.floor(nowMs / hourMs) !== hour) {
        hour = Math.floor(nowMs / hourMs);
        admitted = new Map();
      }
      const { reason, address } = refused;
      if (deviceId !== undefined)
        return isWithin(`device ${deviceId}`, `${reason} ${address}`, maxPerDevice)
          ? refused
          : { ...refused, address: '' };
      if (isNameAdmitted(refused)) return refused;
      const isAddressAdmitted = isWithin('crowded addresses', address, maxCrowdedAddresses);
      return { name: '', reason: 'MANY_NAMES', address: isAddressAdmitted ? address : '' };
    },
  };
}
