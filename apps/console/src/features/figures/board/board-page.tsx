import { boardLayoutCalls, companyFeatures, pages, type PlacedBlock } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { useSession } from '../../../kit/api/session.ts';
import { dayOf } from '../../../kit/format/days.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';
import { StatisticsFilters } from '../../../shared/statistics/statistics-filters.tsx';
import { usePeriod, type PeriodSelection } from '../../../shared/statistics/use-period.ts';
import { HomeNow } from '../../../shared/home-now/home-now.tsx';
import { ArrangeView } from './arrange/arrange-view.tsx';
import { keysOf, selectionOf, standardLayout } from './arrange/layout-rules.ts';
import { blockKinds } from './block-table.tsx';
import { BoardGrid } from './board-grid.tsx';
import { useBoardQuery } from './use-board-query.ts';
import '../../../shared/statistics/statistics.css';
import './data-board.css';

/** The first view of the home has them already. */
const belowHome = standardLayout.filter(({ block }) => !['needs', 'places', 'runsNow'].includes(block));

/** Home of accounts with the data board: the fleet now and what needs attention, then the figures of a period. */
export function DataBoardPage() {
  const { t } = useTranslation('figures/board');
  const user = useSession();
  const selection = usePeriod();
  const [isArranging, setArranging] = useState(false);
  const isCustom = user?.companyFeature === companyFeatures.custom;
  const layout = useBoardQuery(boardLayoutCalls.current, {}).data;
  if (!user) return null;
  const { from, to } = selection.filter;
  const logo = user.images.menu?.imgUrl;
  return (
    <article className="board-page">
      <header className="sl-page-head">
        {isCustom && logo && <StoredImage address={logo} alt={user.companyName} className="board-logo" />}
        <h1>{t(isCustom ? 'enterpriseTitle' : 'title')}</h1>
        <div className="sl-page-actions">
          <Link className="sl-button" to={pages.boardCompanies({ from, to })}>
            {t('companiesTitle')}
          </Link>
          <Link className="sl-button" to={pages.boardDevices({ from, to })}>
            {t('devicesTitle')}
          </Link>
          <Link className="sl-button" to={pages.screens()}>
            {t('screens')}
          </Link>
          {isCustom && layout && may(boardLayoutCalls.save.allow) && !isArranging && (
            <Button icon="edit" onClick={() => setArranging(true)}>
              {t('arrange.title')}
            </Button>
          )}
        </div>
      </header>
      {isArranging && layout ? (
        <ArrangeView layout={layout} onEnd={() => setArranging(false)} />
      ) : (
        <>
          {!isCustom && <HomeNow />}
          <StatisticsFilters selection={selection} />
          <Blocks placed={isCustom ? (layout?.blocks ?? standardLayout) : belowHome} selection={selection} />
        </>
      )}
    </article>
  );
}

function Blocks({ placed, selection }: { placed: readonly PlacedBlock[]; selection: PeriodSelection }) {
  const today = dayOf(useNow());
  const allowed = placed.filter(({ block }) => {
    const { call } = blockKinds[block];
    return !call || may(call.allow);
  });
  const keys = keysOf(allowed);
  const blocks = allowed.map((one, index) => ({
    key: keys[index] ?? '',
    block: one.block,
    width: one.width,
    selection: selectionOf(selection, one, today),
  }));
  return <BoardGrid blocks={blocks} />;
}
