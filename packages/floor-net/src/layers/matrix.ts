/** Matrices are rows one after the other. Four rows at a time are read, because storing the sum costs more than adding to it. */

/** Adds `a` (rows × inner) times `b` (inner × columns) to `sum`. */
export function addProduct(
  sum: Float32Array,
  a: Float32Array,
  b: Float32Array,
  { rows, inner, columns }: { rows: number; inner: number; columns: number },
): void {
  const whole = inner - (inner % 4);
  for (let row = 0; row < rows; row++) {
    const out = row * columns;
    for (let at = 0; at < whole; at += 4) {
      const from = row * inner + at;
      const [one, two, three, four] = [a[from]!, a[from + 1]!, a[from + 2]!, a[from + 3]!];
      const first = at * columns;
      const second = first + columns;
      const third = second + columns;
      const fourth = third + columns;
      for (let column = 0; column < columns; column++)
        sum[out + column]! +=
          one * b[first + column]! +
          two * b[second + column]! +
          three * b[third + column]! +
          four * b[fourth + column]!;
    }
    for (let at = whole; at < inner; at++) {
      const factor = a[row * inner + at]!;
      for (let column = 0; column < columns; column++)
        sum[out + column]! += factor * b[at * columns + column]!;
    }
  }
}

/** Adds the products of the rows of `a` (rows × length) and of `b` (others × length) to `sum` (rows × others). */
export function addRowProducts(
  sum: Float32Array,
  a: Float32Array,
  b: Float32Array,
  { rows, others, length }: { rows: number; others: number; length: number },
): void {
  for (let row = 0; row < rows; row++)
    for (let other = 0; other < others; other++) {
      const [left, right] = [row * length, other * length];
      let [even, odd] = [0, 0];
      for (let at = 0; at + 1 < length; at += 2) {
        even += a[left + at]! * b[right + at]!;
        odd += a[left + at + 1]! * b[right + at + 1]!;
      }
      if (length % 2 === 1) even += a[left + length - 1]! * b[right + length - 1]!;
      sum[row * others + other]! += even + odd;
    }
}

/** Columns as rows. */
export function transpose(from: Float32Array, rows: number, columns: number, to: Float32Array): void {
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) to[column * rows + row] = from[row * columns + column]!;
}
