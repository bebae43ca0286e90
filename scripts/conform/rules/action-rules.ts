import { version3, type Rule } from '../rule.ts';
import { broken, NotTested } from '../verdict.ts';

export const actionRules: readonly Rule[] = [
  {
    id: 'ACTION-1',
    rule: 'It answers an instant action that it does not know with an error, or with `FAILED`.',
    page: 'orders.md#instant-actions',
    check: async (robot) => {
      const mark = robot.mark();
      const actionId = robot.act('conformUnknown');
      const isAnswered = await robot.nextState(
        mark,
        ({ errors, instantActions }) =>
          errors.some(({ references }) => references['actionId'] === actionId) ||
          instantActions.some((it) => it.actionId === actionId && it.status === 'FAILED'),
      );
      if (!isAnswered)
        broken('neither an error nor FAILED', robot.since(mark, 'state').at(-1), 'instantActionStates');
    },
  },
  {
    id: 'ACTION-2',
    rule: 'It does an instant action once, however often it comes.',
    page: 'orders.md#instant-actions',
    needs: [version3],
    check: async (robot) => {
      const mark = robot.mark();
      const actionId = robot.act('factsheetRequest');
      if (!(await robot.next(mark, 'factsheet'))) throw new NotTested('no factsheet, see FACTSHEET-1');
      const later = robot.mark();
      robot.act('factsheetRequest', {}, actionId);
      await robot.pause(2_000);
      const again = robot.since(later, 'factsheet').at(0);
      if (again) broken('a known actionId was done again', again, 'headerId');
    },
  },
];
