import type { WorkOrderFigureReport, WorkOrderFigures } from '@sweepline/contract';
import { saveFile } from '../../kit/api/save-file.ts';
import { figureNames, valueOf } from './figure-words.ts';

type Cell = string | number | null;

/** A text that a table program would run as a formula begins with an apostrophe. */
const cellOf = (value: Cell) => {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const cells = (figures: WorkOrderFigures): Cell[] => [
  figures.orders,
  figures.open,
  figures.resolved,
  figures.late,
  ...figureNames.map((name) => valueOf(figures, name)),
];

/** The figures as CSV: in total, of each group and of each step. Times are in seconds. */
export function saveFigures({ total, rows, trend }: WorkOrderFigureReport, name: string): void {
  const lines: Cell[][] = [
    ['part', 'key', 'name', 'orders', 'open', 'resolved', 'late', ...figureNames],
    ['total', '', '', ...cells(total)],
    ...rows.map((row) => ['group', row.key, row.name, ...cells(row)]),
    ...trend.map((step) => ['step', step.day, '', ...cells(step)]),
  ];
  const text = lines.map((line) => line.map(cellOf).join(',')).join('\r\n');
  saveFile(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }), `${name}.csv`);
}
