import type { ActLive } from '@sweepline/contract';
import type { ActingRobot, DailyObstacle } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { useWords } from '../words/use-words.ts';
import type { Readiness } from './readiness-rules.ts';

/** What the word of an obstacle needs of the robot. */
export interface ObstacleOf extends Pick<ActingRobot, 'binding'> {
  live: Pick<ActLive, 'faults'>;
}

/** Why a robot may not begin something now, in the same words wherever it stands. A fault is named. */
export function useObstacleWord() {
  const { t } = useTranslation('run');
  const { word } = useWords();
  return (obstacle: Readiness | DailyObstacle, { binding, live }: ObstacleOf): string => {
    if (obstacle === 'FROZEN' || obstacle === 'NOT_IN_SERVICE') return word('binding', binding);
    const text = t(`readiness.${obstacle}`);
    if (obstacle !== 'FAULT' && obstacle !== 'FAULT_CLEANING') return text;
    const kind = obstacle === 'FAULT' ? 'DRIVING' : 'CLEANING';
    const names = live.faults
      .filter(({ forbids }) => forbids.includes(kind))
      // The code of an alarm that is not ours says nothing.
      .flatMap(({ code }) => (word('alarm', code) === code ? [] : word('alarm', code)));
    return names.length === 0 ? text : t('readinessOf', { text, names: names.join(', ') });
  };
}
