import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { recordBenchmarks, type BenchmarkRow } from './record.ts';

/** One measured number against its goal. */
export interface Measure {
  /** Row name in docs/benchmarks.md, such as P7. */
  goalName: string;
  what: string;
  value: number;
  unit: '×' | 'ms' | '%' | 'KB' | 'MB' | '';
  /** The limit; `good` is the side that meets the goal. */
  goal: number;
  good: 'atMost' | 'atLeast';
  /** The values behind a ratio. */
  detail?: string;
}

export const isMet = ({ value, goal, good }: Measure): boolean =>
  good === 'atMost' ? value <= goal : value >= goal;
const number = (value: number) => value.toFixed(value < 10 ? 2 : 1);

const line = (measure: Measure) => {
  const { what, value, unit, goal, good, detail } = measure;
  const sign = good === 'atMost' ? '≤' : '≥';
  return `${what}: ${number(value)} ${unit} (goal ${sign} ${goal} ${unit}, ${isMet(measure) ? 'met' : 'MISSED'})${detail ? ` — ${detail}` : ''}`;
};

/** Prints the measures; with `BENCH_RECORD=1` it also records them in docs/benchmarks. */
export function report(measures: readonly Measure[]) {
  for (const measure of measures) process.stdout.write(`${measure.goalName}  ${line(measure)}\n`);
  if (process.env['BENCH_RECORD'] === '1') recordBenchmarks(measures.map(rowOf));
}

const rowOf = (measure: Measure): BenchmarkRow => ({
  day: new Date().toISOString().slice(0, 10),
  row: measure.goalName,
  what: measure.what,
  value: number(measure.value),
  unit: measure.unit,
  side: measure.good,
  goal: String(measure.goal),
  met: isMet(measure) ? 'met' : 'MISSED',
  detail: measure.detail ?? '',
  conditions: `load ${(loadavg()[1] ?? 0).toFixed(0)} at the end`,
  machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? arch()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}, Node ${process.version}`,
});

/** The median; for an even number, the mean of the two middle values. */
export function median(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  return (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2;
}

/** The quantile: the smallest value that a share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(share * values.length) - 1)]!;
