/** Matrices are rows one after the other. Four rows at a time are read, because storing the sum costs more than adding to it. */

/** Adds `a` (rows × inner) times `b` (inner × columns) to `sum`. */
export function addProduct(
  sum: Float32Array,
  a: Float32Array,
  b: Float32Array,
  { rows, inner, columns }: { rows: number; inner: number; columns: number },
): void {
  const pairs = rows - (rows % 2);
  const whole = inner - (inner % 4);
  for (let row = 0; row < pairs; row += 2)
    for (let at = 0; at < whole; at += 4) addBlock(sum, a, b, row, at, inner, columns);
  for (let row = 0; row < rows; row++)
    for (let at = row < pairs ? whole : 0; at < inner; at++) {
      const factor = a[row * inner + at]!;
      for (let column = 0; column < columns; column++)
        sum[row * columns + column]! += factor * b[at * columns + column]!;
    }
}

/** Adds what two rows of `a` and four of `b` have in common: each number of `b` is read once for both. */
function addBlock(
  sum: Float32Array,
  a: Float32Array,
  b: Float32Array,
  row: number,
  at: number,
  inner: number,
  columns: number,
): void {
  const [upper, lower] = [row * inner + at, (row + 1) * inner + at];
  const [u0, u1, u2, u3] = [a[upper]!, a[upper + 1]!, a[upper + 2]!, a[upper + 3]!];
  const [l0, l1, l2, l3] = [a[lower]!, a[lower + 1]!, a[lower + 2]!, a[lower + 3]!];
  const first = at * columns;
  const [out, below] = [row * columns, (row + 1) * columns];
  for (let column = 0; column < columns; column++) {
    const b0 = b[first + column]!;
    const b1 = b[first + columns + column]!;
    const b2 = b[first + 2 * columns + column]!;
    const b3 = b[first + 3 * columns + column]!;
    sum[out + column]! += u0 * b0 + u1 * b1 + u2 * b2 + u3 * b3;
    sum[below + column]! += l0 * b0 + l1 * b1 + l2 * b2 + l3 * b3;
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
