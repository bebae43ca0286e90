/** What ids and numbers consist of. Nothing of it has a meaning in an array of PostgreSQL. */
const plain = /^[\w.+-]*$/;

/**
 * Ids or numbers as a PostgreSQL array. The driver quotes and escapes each value of an array, which costs a gateway as much as
 * reading a message. Values that are neither ids nor numbers are left to the driver.
 */
export const plainArray = <T extends string | number | null>(values: readonly T[]): string | readonly T[] =>
  plain.test(values.join('')) ? `{${values.map((value) => value ?? 'null').join(',')}}` : values;
