import { Sparkline } from '../../../kit/chart/sparkline.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatBoardFigure, type TileFigureName } from './board-figures.ts';
import { ChangeMark } from './change-mark.tsx';
import { useFigureName } from './use-figure-name.ts';

export interface TileFigure {
  name: TileFigureName;
  value: number | null;
  before: number | null;
  /** The course within the period, oldest first. */
  points: readonly { day: string; value: number | null }[];
  formula: string;
}

/** A figure as a button: its value, its change to the period before and its course. */
export function FigureTile({ figure, onPress }: { figure: TileFigure; onPress: () => void }) {
  const nameOf = useFigureName();
  const { name, value, before, points, formula } = figure;
  return (
    <button type="button" className="board-tile" onClick={onPress} aria-haspopup="dialog">
      <span>{nameOf(name)}</span>
      <strong>
        <Figure value={formatBoardFigure(name, value)} formula={formula} />
      </strong>
      <ChangeMark value={value} before={before} beforeText={formatBoardFigure(name, before)} />
      <Sparkline points={points.map((point) => ({ at: Date.parse(point.day), value: point.value }))} filled />
    </button>
  );
}
