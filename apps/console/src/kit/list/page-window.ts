const maxNumbers = 8;

/** The page numbers of the pager: at most eight, always with the first and the last. Null is a gap. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (pages <= maxNumbers) return run(1, pages);
  if (page <= 4) return [...run(1, maxNumbers - 2), null, pages];
  if (page >= pages - 3) return [1, null, ...run(pages - maxNumbers + 3, pages)];
  return [1, null, ...run(page - 1, page + 2), null, pages];
}
