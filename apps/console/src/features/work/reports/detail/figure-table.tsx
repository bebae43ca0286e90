import type { ReactNode } from 'react';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';

interface FigureRow {
  key: string;
  head: ReactNode;
  figures: readonly { value: string; formula?: string }[];
  /** The reference row for the others. */
  isOwn?: boolean;
}

interface Props {
  /** Titles of the first column, then of each figure. */
  heads: readonly string[];
  rows: readonly FigureRow[];
}

/** Figures row by row; the table scrolls where it is wider than a phone. */
export function FigureTable({ heads, rows }: Props) {
  return (
    <div className="report-table-scroll">
      <PlainTable look="inline" className="report-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, figures, isOwn }) => (
            <tr key={key} className={isOwn ? 'report-table-own' : undefined}>
              <th scope="row">{head}</th>
              {figures.map((figure, at) => (
                // The columns have a fixed order.
                <td key={heads[at + 1]}>
                  <Figure {...figure} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
