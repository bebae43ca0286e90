import type { ReactNode } from 'react';

interface ChartRow {
  key: string;
  /** The first one names the row. */
  cells: readonly ReactNode[];
}

interface Props {
  /** The title of the chart. */
  caption: string;
  columns: readonly string[];
  rows: readonly ChartRow[];
}

/** The values of a chart as a table for screen readers. The drawing beside it is hidden from them. */
export function ChartTable({ caption, columns, rows }: Props) {
  const [first, ...others] = columns;
  // Two columns may have the same name.
  const keys = others.map((name, i) => `${i} ${name}`);
  return (
    <table className="sl-sr-only">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((name, i) => (
            <th key={keys[i]} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [head, ...values] }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {keys.map((column, i) => (
              <td key={column}>{values[i]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
