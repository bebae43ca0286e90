import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDay } from '../../../kit/format/format-day.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { PeriodSelection } from '../../../shared/statistics/use-period.ts';
import { formatBoardFigure, isReportFigure, type TileFigureName } from './board-figures.ts';
import { FigureLead } from './figure-lead.tsx';
import { FigureChanges } from './figure-changes.tsx';
import type { TileFigure } from './figure-tile.tsx';
import { useFigureName } from './use-figure-name.ts';
import { ownerOf } from './blocks/block.ts';

interface Props {
  figure: TileFigure;
  selection: PeriodSelection;
  onClose: () => void;
}

/** What is behind a figure: its formula, the period before, what changed it, and the records it is made of. */
export function FigureDialog({ figure: { name, value, before, formula }, selection, onClose }: Props) {
  const { t } = useTranslation('figures/board');
  const nameOf = useFigureName();
  const { from, to } = selection.filter;
  return (
    <Dialog open title={nameOf(name)} footer={null} width={620} onCancel={onClose}>
      <div className="board-answer">
        <FigureLead value={value} format={(each) => formatBoardFigure(name, each)} before={before}>
          <span>
            {formatDay(from)} – {formatDay(to)}
          </span>
        </FigureLead>
        <p>{formula}</p>
        {isReportFigure(name) && <FigureChanges figure={name} selection={selection} />}
        <Link to={recordsOf(name, selection)} className="sl-button">
          {t(`records.${isReportFigure(name) ? 'reports' : name}`)} <Icon name="right" size={14} />
        </Link>
      </div>
    </Dialog>
  );
}

/** The page with the records of which a figure is made. */
function recordsOf(name: TileFigureName, selection: PeriodSelection): string {
  const { from, to, current, mode } = selection.filter;
  const owner = ownerOf(selection);
  if (name === 'completion')
    return pages.calendar({ day: to, ...(owner.deviceId && { deviceId: owner.deviceId }) });
  if (name === 'online') return pages.boardDevices({ from, to, sort: 'online' });
  return pages.reports({
    from,
    to,
    ...(current && { current }),
    ...owner,
    ...(mode && { cleaningMode: [mode] }),
  });
}
