import { coverageFromPasses, type Coverage } from '@sweepline/map-core';

/** The median; of an even count, the mean of the two middle values. Unknown values are ignored. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const last = numbers.length - 1;
  return numbers.length === 0 ? null : (numbers[Math.floor(last / 2)]! + numbers[Math.ceil(last / 2)]!) / 2;
}

/** The number of runs that cleaned each cell; a picture of another size belongs to another floor and is ignored. */
export function countRuns(runs: readonly Coverage[]): Coverage | undefined {
  const [first] = runs;
  if (!first) return undefined;
  const passes = new Uint8Array(first.passes.length);
  for (const { passes: own, width } of runs) {
    if (own.length !== passes.length || width !== first.width) continue;
    own.forEach((count, cell) => {
      if (count > 0) passes[cell]!++;
    });
  }
  return coverageFromPasses(first, passes);
}
