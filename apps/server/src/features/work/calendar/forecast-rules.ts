import type { Forecast } from '@sweepline/contract';

/** A past run, scaled to the planned work. */
export interface PastRun {
  minutes: number;
  energyWh: number | null;
  waterL: number | null;
}

/** Interpolates between the two neighbours like `percentile_cont` of SQL. */
function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

function spreadOf(values: readonly (number | null)[]) {
  const present = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  if (present.length === 0) return null;
  return { median: quantile(present, 0.5), low: quantile(present, 0.25), high: quantile(present, 0.75) };
}

const manyRuns = 10;
const someRuns = 4;
/** Runs are similar if the interquartile range is at most a third of the median. */
const maxSpread = 1 / 3;

function confidenceOf(n: number, minutes: ReturnType<typeof spreadOf>): Forecast['confidence'] {
  if (n === 0 || !minutes) return null;
  const narrow = minutes.high - minutes.low <= minutes.median * maxSpread;
  if (n >= manyRuns && narrow) return 'HIGH';
  return n >= someRuns ? 'MEDIUM' : 'LOW';
}

/** The forecast from past runs: median and quartiles per value, null without data. */
export function forecastOf(
  basis: Forecast['basis'],
  past: readonly PastRun[],
  { batteryWh, tankL, setAsideMin }: { batteryWh: number | null; tankL: number | null; setAsideMin: number },
): Forecast {
  const minutes = spreadOf(past.map((run) => run.minutes));
  const share = (wh: number | null) => (wh === null || batteryWh === null ? null : (wh / batteryWh) * 100);
  return {
    basis: past.length > 0 ? basis : null,
    n: past.length,
    confidence: confidenceOf(past.length, minutes),
    minutes,
    batteryPct: spreadOf(past.map((run) => share(run.energyWh))),
    waterL: spreadOf(past.map((run) => run.waterL)),
    tankL: tankL === 0 ? null : tankL,
    fits: minutes && minutes.high <= setAsideMin,
  };
}
