import { deviceStockCalls } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { readCustody } from './custody-list.ts';
import { changeStock, moveStock } from './stock-changes.ts';
import { exportStock } from './stock-export.ts';
import { listStock, stockFigures } from './stock-list.ts';

export const deviceStockAnswers = answer(deviceStockCalls, {
  list: (ctx, input) => listStock(ctx, input),
  figures: (ctx) => stockFigures(ctx),
  export: async (ctx, input) => exportStock(ctx, input),
  move: (ctx, input) => moveStock(ctx, input),
  change: (ctx, input) => changeStock(ctx, input),
  custody: (ctx, { id }) => readCustody(ctx, id),
});
