import type { ReactNode } from 'react';
import './small-charts.css';

interface BarListRow<Key extends string> {
  key: Key;
  name: string;
  /** Length of the bar, 0–1; null is unknown and has no bar. */
  share: number | null;
  /** The value in words. */
  value: ReactNode;
  /** Whether the row has nothing to choose. */
  fixed?: boolean;
}

interface Props<Key extends string> {
  label: string;
  rows: readonly BarListRow<Key>[];
  /** The row that is chosen as a filter; null when none is. Without it rows are not shown as chosen. */
  chosen?: Key | null;
  /** Rows side by side where there is room. */
  columns?: boolean;
  /** Left out when every row is fixed. */
  onPress?: (key: Key) => void;
}

/** Values by name with a bar each, largest first. A press on a row filters by it. */
export const BarList = <Key extends string>({
  label,
  rows,
  chosen,
  columns = false,
  onPress,
}: Props<Key>) => (
  <ol className="sl-bar-list" data-columns={columns} aria-label={label}>
    {rows.map(({ key, name, share, value, fixed }) => {
      const content = (
        <>
          <span className="sl-bar-list-name" title={name}>
            {name}
          </span>
          <span className="sl-bar-list-value">{value}</span>
          <i aria-hidden="true">{share !== null && <b style={{ inlineSize: `${100 * share}%` }} />}</i>
        </>
      );
      return (
        <li key={key}>
          {fixed ? (
            <span>{content}</span>
          ) : (
            <button
              type="button"
              {...(chosen !== undefined && { 'aria-pressed': chosen === key })}
              onClick={() => onPress?.(key)}
            >
              {content}
            </button>
          )}
        </li>
      );
    })}
  </ol>
);
