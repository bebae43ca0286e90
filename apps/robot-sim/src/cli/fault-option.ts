import { faultCodes, type PlannedFault } from '../robot/body/faults.ts';
import { durationOf } from '../wire/connection/net-profile.ts';
import { numberIn, UsageError } from './option-values.ts';

/** A cause and its followers, which begin and end in this order (docs/protocol/alarms.md#causes). */
const namedFaults: Record<string, readonly Required<PlannedFault>[]> = {
  localization: [
    { code: '40101', atS: 0, lastsS: 60 },
    { code: '40201', atS: 10, lastsS: 60 },
    { code: '40210', atS: 20, lastsS: 60 },
  ],
};
export const faultNames = Object.keys(namedFaults);

/** A fault is noticed once per second, so a shorter one could be missed. */
const shortestS = 2;
const mostTimes = 1000;

/** `20110@90s`, `localization@60s`, or `10102@60s*12/5s` for twelve times, five seconds apart; several with commas. */
export const faultsOf = (value: string): PlannedFault[] => value.split(',').flatMap(faultsOfPart);

function faultsOfPart(part: string): PlannedFault[] {
  const [, name = '', time = '', repeats, interval = ''] =
    /^([^@]+)@([^*@]+)(?:\*([^/]+)\/(.+))?$/.exec(part) ?? [];
  const atS = durationOf(time);
  if (atS === undefined) throw new UsageError(`--fault ${part}: as 20110@90s or 10102@60s*12/5s`);
  if (repeats === undefined) return faultsAt(name, atS);
  const times = numberIn('fault', repeats, 1, mostTimes);
  const everyS = durationOf(interval);
  const once = faultsAt(name, 0);
  // Each ends before the next begins.
  const lastsS = Math.max(shortestS, ...once.map((fault) => fault.atS + (fault.lastsS ?? 0) + 1));
  if (everyS === undefined || everyS < lastsS)
    throw new UsageError(`--fault ${part}: again after ${lastsS}s or more`);
  return Array.from({ length: Math.floor(times) }, (_, n) =>
    once.map((fault) => ({ lastsS: everyS / 2, ...fault, atS: atS + n * everyS + fault.atS })),
  ).flat();
}

/** The faults of a code or of a name. */
function faultsAt(name: string, atS: number): PlannedFault[] {
  const named = Object.hasOwn(namedFaults, name) ? namedFaults[name] : undefined;
  if (named) return named.map((fault) => ({ ...fault, atS: atS + fault.atS }));
  if (!faultCodes.includes(name))
    throw new UsageError(`--fault ${name}: one of ${[...faultCodes, ...faultNames].join(', ')}`);
  return [{ code: name, atS }];
}
