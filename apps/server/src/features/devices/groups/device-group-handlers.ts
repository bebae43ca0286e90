import { deviceGroupCalls } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { changeGroup, createGroup, removeGroup } from './device-group-changes.ts';
import { groupOptions, listGroups, readGroup } from './device-group-list.ts';

export const deviceGroupAnswers = answer(deviceGroupCalls, {
  list: ({ db }, input) => listGroups(db, input),

  options: ({ db }, input) => groupOptions(db, input),

  detail: ({ db }, { id }) => readGroup(db, id),

  create: (ctx, input) => createGroup(ctx, input),

  update: (ctx, input) => changeGroup(ctx, input),

  remove: async (ctx, input) => {
    await removeGroup(ctx, input);
    return {};
  },
});
