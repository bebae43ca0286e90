import { Figure } from '../ui/figure.tsx';
import type { ReactNode } from 'react';
import './figure-tiles.css';

export interface FigureTile {
  key: string;
  name: string;
  /** A number with its unit, already in the reader's format. */
  value: string;
  /** The formula of the value, shown on hover. */
  formula?: string;
  /** Stands in the place of the value, for example as a link to its rows. */
  content?: ReactNode;
}

/** The figures of a page side by side. */
export const FigureTiles = ({ label, tiles }: { label: string; tiles: readonly FigureTile[] }) => (
  <dl className="sl-figure-tiles" aria-label={label}>
    {tiles.map(({ key, name, value, formula, content }) => (
      <div key={key} title={formula}>
        <dt>{name}</dt>
        <dd>{content ?? <Figure value={value} {...(formula && { formula })} />}</dd>
      </div>
    ))}
  </dl>
);
