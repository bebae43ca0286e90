import {
  faultCodes,
  isFaultCode,
  untilRepaired,
  type PlannedFault,
  type PlannedRepair,
} from '../robot/body/faults.ts';
import type { RelapseRule } from '../robot/body/relapses.ts';
import { durationOf } from '../wire/connection/net-profile.ts';
import { mtbfOf, numberIn, UsageError } from './option-values.ts';

export interface FaultOptions {
  faults: PlannedFault[];
  repairs: PlannedRepair[];
  relapses: RelapseRule[];
  /** Working hours between faults; undefined for none. */
  mtbfH: number | undefined;
}

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

/**
 * `20110@90s`, `localization@60s`, `20110@90s:repair` for one that only a repair ends, or `10102@60s*12/5s` for twelve times,
 * five seconds apart; several with commas.
 */
export const faultsOf = (value: string): PlannedFault[] => value.split(',').flatMap(faultsOfPart);

function faultsOfPart(part: string): PlannedFault[] {
  const [, name = '', time = '', repair, repeats, interval = ''] =
    /^([^@]+)@([^*@:]+)(?:(:repair)|\*([^/]+)\/(.+))?$/.exec(part) ?? [];
  const atS = durationOf(time);
  if (atS === undefined)
    throw new UsageError(`--fault ${part}: as 20110@90s, 20110@90s:repair or 10102@60s*12/5s`);
  if (repair !== undefined) return [{ code: faultCodeIn('fault', name), atS, lastsS: untilRepaired }];
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

/** A code that is a fault of the robot itself. */
function faultCodeIn(option: string, code: string) {
  if (!isFaultCode(code)) throw new UsageError(`--${option} ${code}: one of ${faultCodes.join(', ')}`);
  return code;
}

/** `20110@300s`: a person repairs the robot then; several with commas. */
export const repairsOf = (value: string): PlannedRepair[] =>
  value.split(',').map((part) => {
    const [code = '', time = ''] = part.split('@', 2);
    const atS = durationOf(time);
    if (atS === undefined) throw new UsageError(`--repair ${part}: as 20110@300s`);
    return { code: faultCodeIn('repair', code), atS };
  });

/** `20110=0.5`, or `20110=1*1` for one relapse at most; several with commas. */
export const relapsesOf = (value: string): RelapseRule[] =>
  value.split(',').map((part) => {
    const [, code = '', probability, times] = /^([^=]+)=([^*]+)(?:\*(.+))?$/.exec(part) ?? [];
    if (probability === undefined) throw new UsageError(`--relapse ${part}: as 20110=0.5 or 20110=1*1`);
    return {
      code: faultCodeIn('relapse', code),
      probability: numberIn('relapse', probability, 0, 1),
      maxTimes: times === undefined ? Infinity : Math.floor(numberIn('relapse', times, 1, mostTimes)),
    };
  });

/** The options about faults; each is a text or undefined. */
export const faultOptionsOf = ({
  fault,
  repair,
  relapse,
  mtbf,
}: Partial<Record<'fault' | 'repair' | 'relapse' | 'mtbf', string | undefined>>): FaultOptions => ({
  faults: fault === undefined ? [] : faultsOf(fault),
  repairs: repair === undefined ? [] : repairsOf(repair),
  relapses: relapse === undefined ? [] : relapsesOf(relapse),
  mtbfH: mtbf === undefined ? undefined : mtbfOf(mtbf),
});
