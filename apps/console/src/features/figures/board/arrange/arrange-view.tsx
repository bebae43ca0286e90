import {
  boardLayoutCalls,
  maxBoardBlocks,
  siteCalls,
  type BoardBlock,
  type BoardLayout,
  type PlacedBlock,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import { LeaveGuard } from '../../../../kit/form/leave-guard.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { blockNames } from '../block-table.tsx';
import { ArrangeControls } from './arrange-controls.tsx';
import { addBlock, changeBlock, keysOf, moveBlock, standardLayout } from './layout-rules.ts';

interface Props {
  layout: BoardLayout;
  onEnd: () => void;
}

const placedOf = ({ block, width, period, siteId }: PlacedBlock): PlacedBlock => ({
  block,
  width,
  ...(period && { period }),
  ...(siteId && { siteId }),
});

/** The enterprise view while an administrator arranges it. Nothing changes for others before it is saved. */
export function ArrangeView({ layout, onEnd }: Props) {
  const { t } = useTranslation('figures/board');
  const { t: kit } = useTranslation('kit');
  const [blocks, setBlocks] = useState(() => (layout.blocks ?? standardLayout).map(placedOf));
  const [isChanged, setChanged] = useState(false);
  const [isResetting, setResetting] = useState(false);
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  const save = useAction(boardLayoutCalls.save, { after: onEnd });
  const reset = useAction(boardLayoutCalls.reset, { after: onEnd });
  const keys = keysOf(blocks);
  const change = (next: PlacedBlock[]) => {
    setBlocks(next);
    setChanged(true);
  };
  return (
    <>
      <LeaveGuard unsaved={isChanged && !save.isSuccess && !reset.isSuccess} />
      <div className="board-arrange-bar" role="toolbar" aria-label={t('arrange.title')}>
        <Select<BoardBlock | null>
          aria-label={t('arrange.add')}
          placeholder={t('arrange.add')}
          value={null}
          disabled={blocks.length >= maxBoardBlocks}
          popupMatchSelectWidth={false}
          options={blockNames.map((value) => ({ value, label: t(`questions.${value}`) }))}
          onChange={(block) => block && change(addBlock(blocks, block))}
        />
        <Button look="quiet" onClick={() => setResetting(true)} disabled={layout.blocks === null}>
          {t('arrange.reset')}
        </Button>
        <Button onClick={onEnd}>{kit('cancel')}</Button>
        <Button
          look="main"
          busy={save.isPending}
          onClick={() => save.mutate({ version: layout.version, blocks: blocks.map(placedOf) })}
        >
          {t('arrange.save')}
        </Button>
      </div>
      <div className="board-grid">
        {blocks.map((placed, index) => (
          <div key={keys[index]} className="board-cell" data-width={placed.width}>
            <ArrangeControls
              placed={placed}
              sites={sites}
              onMove={(by) => change(moveBlock(blocks, index, by))}
              onChange={(next) => change(changeBlock(blocks, index, next))}
              onRemove={() => change(blocks.toSpliced(index, 1))}
            />
          </div>
        ))}
      </div>
      {isResetting && (
        <ConfirmDialog
          title={t('arrange.resetTitle')}
          act={t('arrange.reset')}
          busy={reset.isPending}
          onConfirm={() => reset.mutate({ version: layout.version })}
          onClose={() => setResetting(false)}
        >
          {t('arrange.resetHint')}
        </ConfirmDialog>
      )}
    </>
  );
}
