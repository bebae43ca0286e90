import { companyFeatures } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../kit/api/session.ts';
import { StatisticsFilters } from '../../shared/statistics/statistics-filters.tsx';
import { usePeriod } from '../../shared/statistics/use-period.ts';
import { blockKinds, blockNames } from './block-table.tsx';
import { BoardGrid } from './board-grid.tsx';
import '../../shared/statistics/statistics.css';
import './data-board.css';

/** Home of accounts with the data board: what needs attention, then the figures of a period. */
export function DataBoardPage() {
  const { t } = useTranslation('data-board');
  const user = useSession();
  const selection = usePeriod();
  if (!user) return null;
  const isCustom = user.companyFeature === companyFeatures.custom;
  return (
    <article className="board-page">
      <header className="sl-page-head">
        <h1>{t(isCustom ? 'enterpriseTitle' : 'title')}</h1>
      </header>
      <StatisticsFilters selection={selection} />
      <BoardGrid
        blocks={blockNames.map((block) => ({ key: block, block, width: blockKinds[block].width, selection }))}
      />
    </article>
  );
}
