import type { ReactNode } from 'react';
import { Figure } from '../../../kit/ui/figure.tsx';
import { ChangeMark } from './change-mark.tsx';
import { TargetMark } from './target-mark.tsx';

interface Props {
  value: number | null;
  format: (value: number | null) => string;
  formula?: string;
  /** The value of the period before; without it no change is shown. */
  before?: number | null;
  target?: number | null;
  /** What stands beside the value. */
  children?: ReactNode;
}

/** The figure of a block in large, with its change and its target. */
export const FigureLead = ({ value, format, formula, before, target, children }: Props) => (
  <p className="board-lead">
    <strong>
      <Figure value={format(value)} {...(formula && { formula })} />
    </strong>
    {before !== undefined && <ChangeMark value={value} before={before} beforeText={format(before)} />}
    <TargetMark value={value} target={target} format={format} />
    {children}
  </p>
);
