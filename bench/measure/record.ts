import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

const docs = join(import.meta.dirname, '../..', 'docs');
const columns = [
  ...['day', 'row', 'what', 'value', 'unit', 'side', 'goal', 'met'],
  ...['detail', 'conditions', 'machine'],
] as const;
/** One figure in `docs/benchmarks/<year>.csv`; `side` is `atMost` or `atLeast`. */
export type BenchmarkRow = Record<(typeof columns)[number], string>;

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const lineOf = (row: BenchmarkRow) => `${columns.map((column) => quoted(row[column])).join(',')}\n`;

/** Appends figures to the history of their year and rewrites the table of the newest figures. */
export function recordBenchmarks(rows: readonly BenchmarkRow[]): void {
  for (const row of rows) {
    const file = join(docs, 'benchmarks', `${row.day.slice(0, 4)}.csv`);
    if (!existsSync(file)) writeFileSync(file, `${columns.join(',')}\n`);
    appendFileSync(file, lineOf(row));
  }
  writeFileSync(join(docs, 'benchmarks.md'), tableOf(history()));
}

function history(): BenchmarkRow[] {
  const folder = join(docs, 'benchmarks');
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
  return files.toSorted().flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return parse<BenchmarkRow>(text, { columns: true });
  });
}

const intro = `# Benchmarks

Measured with \`npm run bench -- <name>\`. A ratio is the median of rounds in which both sides took turns on the same machine, so it holds
on a busy machine too; milliseconds do not. The table holds the newest figure of each row and is written by
\`BENCH_RECORD=1 npm run bench -- <name>\`; the history is in [benchmarks/](benchmarks).

`;

/** The newest measured figure of each row, in the order of the rows' names. */
function tableOf(rows: readonly BenchmarkRow[]): string {
  const newest = new Map<string, BenchmarkRow>();
  for (const row of rows) if (row.value !== '') newest.set(`${row.row}/${row.what}/${scaleOf(row)}`, row);
  const sorted = [...newest.values()].toSorted(
    (a, b) => a.row.localeCompare(b.row, 'en', { numeric: true }) || a.what.localeCompare(b.what, 'en'),
  );
  const cells = sorted.map((row) => [
    ...[row.row, row.what, `${row.value} ${row.unit}`.trim()],
    `${row.side === 'atMost' ? '≤' : '≥'} ${row.goal} ${row.unit}`.trim(),
    ...[row.met, [row.detail, row.conditions].filter(Boolean).join('; '), row.day],
  ]);
  const head = ['row', 'what', 'measured', 'goal', '', 'detail', 'day'];
  const lines = [head, head.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`);
  return `${intro}${lines.join('\n')}\n`;
}

/** The part of the conditions that identifies a row: the size of the measured world, not the load. */
const scaleOf = ({ conditions }: BenchmarkRow) =>
  /[\d,]+ companies, [\d,]+ accounts/.exec(conditions)?.[0] ?? '';
