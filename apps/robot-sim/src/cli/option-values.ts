import { readFileSync } from 'node:fs';
import { wearingParts } from '../robot/body/wear.ts';
import { durationOf, netProfileOf } from '../wire/connection/net-profile.ts';

const longestOfflineS = 7 * 86_400;

/** A wrong command line; the program ends with status 2. */
export class UsageError extends Error {}

/** A number of an option, within its bounds. */
export function numberIn(name: string, value: string, low: number, high: number) {
  const number = Number(value);
  if (value.trim() === '' || !(number >= low && number <= high)) {
    throw new UsageError(`--${name} ${value}: a number from ${low} to ${high}`);
  }
  return number;
}

export const portIn = (value: string | undefined) =>
  value === undefined ? undefined : numberIn('operator-port', value, 1, 65_535);

/** One of the values of an option; undefined if it was not given. */
export function choiceIn<T extends string>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
): T | undefined {
  const choice = choices.find((item) => item === value);
  if (value !== undefined && choice === undefined)
    throw new UsageError(`--${name} ${value}: one of ${choices.join(', ')}`);
  return choice;
}

/** An address whose protocol matches. */
export function urlIn(name: string, value: string, protocols: RegExp) {
  if (!URL.canParse(value) || !protocols.test(new URL(value).protocol))
    throw new UsageError(`--${name} ${value}: no such address`);
  return value;
}

/** The text of a PEM file. */
export function pemIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`--ca ${file}: cannot be read`);
  }
}

/** Working hours between faults; undefined when faults are off. */
export function mtbfOf(value: string) {
  if (value === 'off') return undefined;
  const seconds = durationOf(value);
  if (!seconds) throw new UsageError(`--mtbf ${value}: a time such as 8h, or off`);
  return seconds / 3600;
}

/** Milliseconds; `90s` is ahead, `-90s` behind. */
export function skewIn(value: string) {
  const seconds = durationOf(value.replace(/^-/, ''));
  if (seconds === undefined) throw new UsageError(`--clock-skew ${value}: a time such as 90s or -90s`);
  return seconds * (value.startsWith('-') ? -1000 : 1000);
}

/** `2h@60s`: for how long and from when on the robot has no network. */
export function offlineOf(value: string) {
  const [duration = '', time = ''] = value.split('@', 2);
  const [lastsS, atS] = [durationOf(duration), durationOf(time)];
  if (lastsS === undefined || atS === undefined || lastsS > longestOfflineS)
    throw new UsageError(`--offline ${value}: as 2h@60s, for a week at most`);
  return { lastsS, atS };
}

/** `volume=30@20s`; a value that is no JSON is text. */
export function editsOf(value: string) {
  return value.split(',').map((part) => {
    const [, key = '', text = '', time = ''] = /^([^=]+)=(.+)@([^@]+)$/.exec(part) ?? [];
    const atS = durationOf(time);
    if (key === '' || atS === undefined) throw new UsageError(`--edit ${part}: as volume=30@20s`);
    return { key, value: valueIn(text), atS };
  });
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `mainBrush=16,filter=40`: the remaining percent of parts. */
export const wearOf = (value: string): Record<string, number> =>
  Object.fromEntries(
    value.split(',').map((entry) => {
      const [part = '', percent = ''] = entry.split('=', 2);
      if (!wearingParts.includes(part))
        throw new UsageError(`--wear ${entry}: a part is one of ${wearingParts.join(', ')}`);
      return [part, numberIn('wear', percent, 0, 100)];
    }),
  );

export function netOf(value: string) {
  const parsed = netProfileOf(value);
  if ('fault' in parsed) throw new UsageError(`--net: cannot read "${parsed.fault}"`);
  return parsed.profile;
}

export function untilOf(value: string) {
  if (value.startsWith('runs=')) return { runs: numberIn('until runs', value.slice(5), 1, 1e9) };
  const seconds = durationOf(value);
  if (seconds === undefined) throw new UsageError(`--until ${value}: a time such as 10m, or runs=3`);
  return { seconds };
}
