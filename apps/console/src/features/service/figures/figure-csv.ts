import { csvLine, csvMark, type WorkOrderFigureReport, type WorkOrderFigures } from '@sweepline/contract';
import { saveFile } from '../../../kit/api/save-file.ts';
import { figureNames, valueOf } from './figure-words.ts';

type Cell = string | number | null;

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
  saveFile(new Blob([csvMark, ...lines.map(csvLine)], { type: 'text/csv' }), `${name}.csv`);
}
