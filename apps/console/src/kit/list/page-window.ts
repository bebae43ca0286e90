const shown = 8;

/** Which page numbers the pager shows: at most eight, first and last always among them; null is a gap. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (pages <= shown) return run(1, pages);
  if (page <= 4) return [...run(1, shown - 2), null, pages];
  if (page >= pages - 3) return [1, null, ...run(pages - shown + 3, pages)];
  return [1, null, ...run(page - 1, page + 2), null, pages];
}
