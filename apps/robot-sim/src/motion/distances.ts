/**
 * For each cell the squared distance, in cells, from its centre to the nearest marked one; `cap`² + 1 where none is within
 * `cap` cells. Exact within the cap. One sweep down and up, then a bounded search sideways.
 */
export function squaredDistances(marked: Uint8Array, width: number, height: number, cap: number) {
  const vertical = verticalDistances(marked, width, height, cap);
  const squares = Uint32Array.from({ length: cap + 2 }, (_, i) => i * i);
  const distances = new Uint16Array(width * height);
  const none = cap * cap + 1;
  for (let row = 0; row < height; row++) {
    const base = row * width;
    for (let column = 0; column < width; column++) {
      let best = Math.min(none, squares[vertical[base + column]!]!);
      for (let away = 1; away <= cap && squares[away]! < best; away++) {
        const square = squares[away]!;
        if (column >= away) {
          const left = square + squares[vertical[base + column - away]!]!;
          if (left < best) best = left;
        }
        if (column + away < width) {
          const right = square + squares[vertical[base + column + away]!]!;
          if (right < best) best = right;
        }
      }
      distances[base + column] = best;
    }
  }
  return distances;
}

/** Cells up or down to the nearest marked one of the same column; cap + 1 where none is within the cap. */
function verticalDistances(marked: Uint8Array, width: number, height: number, cap: number) {
  // One byte per cell: a cap of up to 254 leaves 255 for "none".
  const distances = new Uint8Array(width * height);
  const last = (height - 1) * width;
  for (let column = 0; column < width; column++) {
    let away = cap + 1;
    for (let i = column; i <= last + column; i += width) {
      away = marked[i] === 1 ? 0 : Math.min(away + 1, cap + 1);
      distances[i] = away;
    }
    away = cap + 1;
    for (let i = last + column; i >= 0; i -= width) {
      away = marked[i] === 1 ? 0 : Math.min(away + 1, cap + 1);
      if (away < distances[i]!) distances[i] = away;
    }
  }
  return distances;
}
