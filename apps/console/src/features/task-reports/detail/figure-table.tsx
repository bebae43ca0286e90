import type { ReactNode } from 'react';
import { Figure } from '../../../kit/ui/figure.tsx';

interface FigureRow {
  key: string;
  head: ReactNode;
  figures: readonly { value: string; formula?: string }[];
  /** The row the others are held against. */
  isOwn?: boolean;
}

interface Props {
  /** Of the first column, then of each figure. */
  heads: readonly string[];
  rows: readonly FigureRow[];
}

/** Figures row by row, wider than a phone where they must be. */
export function FigureTable({ heads, rows }: Props) {
  return (
    <div className="report-table-room">
      <table className="report-table">
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
                // The columns stand where they stand.
                <td key={heads[at + 1]}>
                  <Figure {...figure} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
