import { maxBoardBlocks, type BoardBlock, type PlacedBlock } from '@sweepline/contract';
import { periodStart, sitePeriod } from '../../../../kit/format/days.ts';
import { defaultStep, type PeriodSelection } from '../../../../shared/statistics/use-period.ts';
import { blockKinds, blockNames } from '../block-table.tsx';

/** The blocks of the standard view. */
export const standardLayout: readonly PlacedBlock[] = blockNames.map((block) => ({
  block,
  width: blockKinds[block].width,
}));

/** A key for each block: its name, and its number among equal ones. A view may have a block several times. */
export const keysOf = (blocks: readonly PlacedBlock[]): string[] =>
  blocks.map(({ block }, index) => {
    const earlier = blocks.slice(0, index).filter((other) => other.block === block);
    return `${block} ${earlier.length}`;
  });

/** A copy with one block moved by some places; unchanged at the ends. */
export function moveBlock(blocks: readonly PlacedBlock[], index: number, by: number): PlacedBlock[] {
  const target = index + by;
  const moved = blocks[index];
  if (!moved || target < 0 || target >= blocks.length) return [...blocks];
  return blocks.toSpliced(index, 1).toSpliced(target, 0, moved);
}

export const changeBlock = (blocks: readonly PlacedBlock[], index: number, change: Partial<PlacedBlock>) =>
  blocks.map((placed, i) => (i === index ? { ...placed, ...change } : placed));

export const addBlock = (blocks: readonly PlacedBlock[], block: BoardBlock): PlacedBlock[] =>
  blocks.length >= maxBoardBlocks ? [...blocks] : [...blocks, { block, width: blockKinds[block].width }];

/** The selection of a block: that of the page, with the block's own period and site. */
export function selectionOf(
  selection: PeriodSelection,
  { period, siteId }: PlacedBlock,
  today: string,
): PeriodSelection {
  const days = period && sitePeriod(periodStart(period, today), today, today);
  return {
    ...selection,
    ...(days && { days, step: defaultStep(days.from, days.to) }),
    filter: { ...selection.filter, ...days, ...(siteId && { siteId }) },
  };
}
