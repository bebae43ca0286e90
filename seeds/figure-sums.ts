import type { PlannedStart, ReportRow, StartTotals, StatisticsTotals } from '@sweepline/contract';

type Value = number | null;

/** A sum in small whole units, as the server sums: the order of the parts does not matter. */
function sumOf<T>(parts: readonly T[], of: (part: T) => Value, unit: number): Value {
  const known = parts.map(of).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + Math.round(value * unit), 0) / unit;
}
/** A value as it is stored and summed. The sums take its single precision, and answers its shortest form. */
const stored = (value: Value) => (value === null ? null : Math.fround(value));
const ratioOf = (over: Value, under: Value) => (over === null || !under ? null : over / under);

/** The figures of a sum that its parts have too. */
export const partsSum = (parts: readonly StatisticsTotals[]) => ({
  reports: sumOf(parts, ({ reports }) => reports, 1) ?? 0,
  succeeded: sumOf(parts, ({ succeeded }) => succeeded, 1) ?? 0,
  partial: sumOf(parts, ({ partial }) => partial, 1) ?? 0,
  failed: sumOf(parts, ({ failed }) => failed, 1) ?? 0,
  leftOut: sumOf(parts, ({ leftOut }) => leftOut, 1) ?? 0,
  cleanedM2: sumOf(parts, ({ cleanedM2 }) => cleanedM2, 1e4),
  workedS: sumOf(parts, ({ workedS }) => workedS, 1e3),
  cleaningS: sumOf(parts, ({ cleaningS }) => cleaningS, 1e3),
  waterL: sumOf(parts, ({ waterL }) => waterL, 1e3),
  energyWh: sumOf(parts, ({ energyWh }) => energyWh, 1e3),
  distanceM: sumOf(parts, ({ distanceM }) => distanceM, 1e3),
});

/** The figures of a list of reports. */
export function rowsSum(rows: readonly ReportRow[]) {
  const sound = rows.filter(({ flags }) => flags.length === 0).map(({ totals }) => totals);
  const count = (result: ReportRow['result']) => rows.filter((row) => row.result === result).length;
  const cleaned = ({ cleanedM2 }: ReportRow['totals']) => stored(cleanedM2);
  const both = sound.filter(({ plannedM2, cleanedM2 }) => plannedM2 !== null && cleanedM2 !== null);
  const toClean = sumOf(
    both,
    ({ plannedM2, noGoM2 }) => stored(stored(plannedM2)! - (stored(noGoM2) ?? 0)),
    1e4,
  );
  const cleanedM2 = sumOf(sound, cleaned, 1e4);
  const cleaningS = sumOf(sound, ({ cleaningSeconds }) => stored(cleaningSeconds), 1e3);
  return {
    reports: rows.length,
    succeeded: count('SUCCESS'),
    partial: count('PARTIAL'),
    failed: count('FAILED'),
    leftOut: rows.length - sound.length,
    cleanedM2,
    coverage: ratioOf(sumOf(both, cleaned, 1e4), toClean),
    workedS: sumOf(sound, ({ seconds }) => stored(seconds), 1e3),
    cleaningS,
    m2PerHour: ratioOf(cleanedM2 === null ? null : cleanedM2 * 3_600, cleaningS),
    waterL: sumOf(sound, ({ waterL }) => stored(waterL), 1e3),
    energyWh: sumOf(sound, ({ energyWh }) => stored(energyWh), 1e3),
    distanceM: sumOf(sound, ({ distanceM }) => stored(distanceM), 1e3),
  };
}

const noStarts: StartTotals = { due: 0, done: 0, partial: 0, failed: 0, missed: 0, open: 0, rate: null };
/** The starts of all parts. */
export function addStarts(parts: readonly StartTotals[]): StartTotals {
  const sum = { ...noStarts };
  for (const part of parts)
    for (const name of ['due', 'done', 'partial', 'failed', 'missed', 'open'] as const)
      sum[name] += part[name];
  const decided = sum.done + sum.partial + sum.failed + sum.missed;
  return { ...sum, rate: decided === 0 ? null : sum.done / decided };
}

/** Planned starts by their outcome. The calendar has one for runs that are partial and that failed. */
export function startsOf(planned: readonly PlannedStart[]): StartTotals {
  const count = (...states: PlannedStart['state'][]) =>
    planned.filter(({ state }) => states.includes(state)).length;
  return {
    ...noStarts,
    due: planned.length,
    done: count('DONE', 'LATE'),
    partial: count('SHORT'),
    missed: count('MISSED'),
    open: count('DUE', 'RUNNING'),
  };
}
