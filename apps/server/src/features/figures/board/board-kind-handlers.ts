import { boardKindCalls } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { readRunKinds } from '../statistics/board/run-kinds-service.ts';
import { checkFilter } from '../statistics/statistics-service.ts';

export const boardKindAnswers = answer(boardKindCalls, {
  kinds: async ({ db, now }, input) => {
    const at = now();
    const filter = await checkFilter(db, input, at);
    return { kinds: await readRunKinds(db, at, filter), computedAt: at.toISOString() };
  },
});
