const roundSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** The distance between lines of an axis in bytes, so that at most `count` lines have round labels in KB, MB or GB. */
export function byteStep(max: number, count: number): number {
  const least = Math.max(1, max / count);
  const unit = 1024 ** Math.floor(Math.log(least) / Math.log(1024));
  return unit * (roundSteps.find((step) => step * unit >= least) ?? 1024);
}
