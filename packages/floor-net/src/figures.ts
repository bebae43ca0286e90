/** How often a truth (row) was taken for a class (column). */
export type Confusion = number[][];

export interface ClassFigures {
  /** The tiles of the class. */
  count: number;
  /** The share of what was found that is right; null if nothing was found. */
  precision: number | null;
  /** The share of the tiles that was found; null without tiles. */
  recall: number | null;
  /** The harmonic mean of both; null without tiles. */
  f1: number | null;
}

export interface Figures {
  count: number;
  /** The share of all tiles that was recognised. */
  accuracy: number | null;
  /** The mean of the F1 of all classes that have tiles. */
  f1: number | null;
  classes: ClassFigures[];
  confusion: Confusion;
}

export const emptyConfusion = (classes: number): Confusion =>
  Array.from({ length: classes }, () => Array.from({ length: classes }, () => 0));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function classFigures(confusion: Confusion, index: number): ClassFigures {
  const count = sum(confusion[index]!);
  const found = sum(confusion.map((row) => row[index]!));
  const right = confusion[index]![index]!;
  return {
    count,
    precision: share(right, found),
    recall: share(right, count),
    f1: count === 0 ? null : (2 * right) / (found + count),
  };
}

/** Precision, recall and F1 of each class. */
export function figuresOf(confusion: Confusion): Figures {
  const classes = confusion.map((_, index) => classFigures(confusion, index));
  const scores = classes.flatMap(({ f1 }) => f1 ?? []);
  const count = sum(confusion.map(sum));
  const right = sum(confusion.map((row, index) => row[index]!));
  return { count, accuracy: share(right, count), f1: share(sum(scores), scores.length), classes, confusion };
}
