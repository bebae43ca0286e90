import { maxBoardBlocks, type PlacedBlock } from '@sweepline/contract';
import { expect, test } from 'vitest';
import type { PeriodSelection } from '../../../../shared/statistics/use-period.ts';
import { addBlock, changeBlock, moveBlock, selectionOf, standardLayout } from './layout-rules.ts';

const blocks: PlacedBlock[] = [
  { block: 'needs', width: 3 },
  { block: 'figures', width: 3 },
  { block: 'area', width: 2 },
];
const names = (list: readonly PlacedBlock[]) => list.map(({ block }) => block);

test('a block moves by one place, and stays at the ends', () => {
  expect(names(moveBlock(blocks, 1, -1))).toEqual(['figures', 'needs', 'area']);
  expect(names(moveBlock(blocks, 0, -1))).toEqual(names(blocks));
  expect(names(moveBlock(blocks, 2, 1))).toEqual(names(blocks));
});

test('a change of one block leaves the others', () => {
  expect(changeBlock(blocks, 2, { width: 1 })).toEqual([...blocks.slice(0, 2), { block: 'area', width: 1 }]);
});

test('no block is added beyond the limit of a layout', () => {
  const full = Array.from({ length: maxBoardBlocks }, () => blocks[0]!);
  expect(addBlock(full, 'area')).toHaveLength(maxBoardBlocks);
  expect(names(addBlock(blocks, 'battery'))).toEqual(['needs', 'figures', 'area', 'battery']);
});

test('the standard view shows what needs attention first, and each block once', () => {
  expect(standardLayout[0]?.block).toBe('needs');
  expect(new Set(names(standardLayout)).size).toBe(standardLayout.length);
});

test('a block with a period and a site of its own does not follow the filters of the page', () => {
  const page = {
    filter: { from: '2030-01-01', to: '2030-01-31', mode: 'SWEEP' },
    step: 'day',
  } as PeriodSelection;
  const own = selectionOf(page, { block: 'area', width: 1, period: 'year', siteId: 's1' }, '2030-06-15');
  expect(own.filter).toEqual({
    from: '2030-01-01',
    to: '2030-06-15',
    current: 'year',
    mode: 'SWEEP',
    siteId: 's1',
  });
  expect(own.step).toBe('week');
  expect(selectionOf(page, { block: 'area', width: 1 }, '2030-06-15').filter).toEqual(page.filter);
});
