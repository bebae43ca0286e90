import type { BoardFigures } from '@sweepline/contract';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatBoardFigure, valueOf, type BoardFigureName } from './board-figures.ts';
import { ChangeMark } from './change-mark.tsx';
import { useBoardFormula } from './use-board-formula.ts';

interface Props {
  name: BoardFigureName;
  figures: BoardFigures;
  /** With it the change to the period before is shown below the value. */
  before?: BoardFigures;
}

/** A figure in a table, with its formula on hover. */
export function FigureCell({ name, figures, before }: Props) {
  const formula = useBoardFormula();
  const value = valueOf(figures, name);
  const earlier = before && valueOf(before, name);
  return (
    <span className="board-figure-cell">
      <Figure value={formatBoardFigure(name, value)} formula={formula(name, figures)} />
      {earlier !== undefined && (
        <ChangeMark value={value} before={earlier} beforeText={formatBoardFigure(name, earlier)} />
      )}
    </span>
  );
}
