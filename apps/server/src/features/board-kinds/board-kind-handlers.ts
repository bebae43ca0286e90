import { boardKindCalls } from '@sweepline/contract';
import { answer } from '../../platform/calls/calls.ts';
import { readRunKinds } from '../statistics/board/run-kinds-service.ts';
import { checkFilter } from '../statistics/statistics-service.ts';

export const boardKindAnswers = answer(boardKindCalls, {
  kinds: async ({ db, now }, input) => {
    await checkFilter(db, input);
    const at = now();
    return { kinds: await readRunKinds(db, at, input), computedAt: at.toISOString() };
  },
});
