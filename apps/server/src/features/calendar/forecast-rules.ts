import type { Forecast } from '@sweepline/contract';

/** A past run, in units of the work asked about. */
export interface PastRun {
  minutes: number;
  energyWh: number | null;
  waterL: number | null;
}

/** Between the two neighbours, as `percentile_cont` of SQL does. */
function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

function spreadOf(values: readonly (number | null)[]) {
  const known = values.filter((it) => it !== null).toSorted((a, b) => a - b);
  if (known.length === 0) return null;
  return { median: quantile(known, 0.5), low: quantile(known, 0.25), high: quantile(known, 0.75) };
}

const manyRuns = 10;
const someRuns = 4;
/** Half of the runs within a third of the median, or nearer: they are alike. */
const alike = 1 / 3;

function confidenceOf(n: number, minutes: ReturnType<typeof spreadOf>): Forecast['confidence'] {
  if (n === 0 || !minutes) return null;
  const narrow = minutes.high - minutes.low <= minutes.median * alike;
  if (n >= manyRuns && narrow) return 'HIGH';
  return n >= someRuns ? 'MEDIUM' : 'LOW';
}

/** What past runs say of the next one: the middle, and where the middle half of them lies. Null where nothing is known. */
export function forecastOf(
  basis: Forecast['basis'],
  past: readonly PastRun[],
  { batteryWh, tankL, setAsideMin }: { batteryWh: number | null; tankL: number | null; setAsideMin: number },
): Forecast {
  const minutes = spreadOf(past.map((it) => it.minutes));
  const share = (wh: number | null) => (wh === null || batteryWh === null ? null : (wh / batteryWh) * 100);
  return {
    basis: past.length > 0 ? basis : null,
    n: past.length,
    confidence: confidenceOf(past.length, minutes),
    minutes,
    batteryPct: spreadOf(past.map((it) => share(it.energyWh))),
    waterL: spreadOf(past.map((it) => it.waterL)),
    tankL: tankL === 0 ? null : tankL,
    fits: minutes && minutes.high <= setAsideMin,
  };
}
