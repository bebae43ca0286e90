/** The sample nearest to a moment, of samples in order of time; undefined when there is none. */
export function nearest<S extends { at: string }>(samples: readonly S[], at: number): S | undefined {
  let [low, high] = [0, samples.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Date.parse(samples[middle]!.at) < at) low = middle + 1;
    else high = middle;
  }
  const [after, before] = [samples[low], samples[low - 1]];
  if (!after || !before) return after;
  return at - Date.parse(before.at) <= Date.parse(after.at) - at ? before : after;
}

/** The value of the span that contains a moment. */
export const valueAt = (
  spans: readonly { from: string; to: string | null; value: string }[],
  at: number,
): string | undefined =>
  spans.findLast(({ from, to }) => Date.parse(from) <= at && (to === null || Date.parse(to) > at))?.value;
