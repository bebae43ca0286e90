import type { BoardBlock } from '@sweepline/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import type { PeriodSelection } from '../../../shared/statistics/use-period.ts';
import { blockKinds } from './block-table.tsx';
import { useFoldedBlocks } from './folded-blocks.ts';

export interface PlacedBlock {
  key: string;
  block: BoardBlock;
  width: 1 | 2 | 3;
  selection: PeriodSelection;
}

/** The blocks of a board in three columns. Everybody may fold blocks for themselves. */
export function BoardGrid({ blocks }: { blocks: readonly PlacedBlock[] }) {
  const { t } = useTranslation('figures/board');
  const { folded, toggle } = useFoldedBlocks();
  return (
    <div className="board-grid">
      {blocks.map(({ key, block, width, selection }) => {
        const Block = blockKinds[block].block;
        const isFolded = folded.has(block);
        const title = t(`questions.${block}`);
        return (
          <div key={key} className="board-cell" data-width={width} data-block={block}>
            {isFolded ? (
              <section className="board-block">
                <header>
                  <h2>{title}</h2>
                </header>
              </section>
            ) : (
              <Suspense>
                <Block selection={selection} />
              </Suspense>
            )}
            <Button
              look="quiet"
              icon={isFolded ? 'down' : 'up'}
              className="board-fold"
              aria-expanded={!isFolded}
              aria-label={t(isFolded ? 'unfold' : 'fold', { title })}
              title={t(isFolded ? 'unfold' : 'fold', { title })}
              onClick={() => toggle(block)}
            />
          </div>
        );
      })}
    </div>
  );
}
