import { siteTargetCalls } from '@sweepline/contract';
import { daysOf } from './blocks/block.ts';
import type { PeriodSelection } from '../../../shared/statistics/use-period.ts';
import { useBoardQuery } from './use-board-query.ts';

/** The targets that all chosen sites have; null where a site has none, or sites differ in a share. */
export function useBoardTargets(selection: PeriodSelection) {
  const { data } = useBoardQuery(siteTargetCalls.combined, daysOf(selection));
  const common = (name: 'areaM2PerWeek' | 'areaM2' | 'coverage' | 'completion' | 'onlineRate') =>
    data && data.sites > 0 && data[name].sites === data.sites ? data[name].value : null;
  return {
    areaM2PerWeek: common('areaM2PerWeek'),
    areaM2: common('areaM2'),
    coverage: common('coverage'),
    completion: common('completion'),
    online: common('onlineRate'),
  };
}
