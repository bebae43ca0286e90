import { useTranslation } from 'react-i18next';
import { useWords } from '../../shared/words/use-words.ts';
import type texts from './texts/en.json';

type OwnReason = keyof (typeof texts)['reasons'];

const ownReasons: readonly string[] = [
  'HOLIDAY',
  'PLAN_DISABLED',
  'TASK_DISABLED',
  'TASK_DELETED',
  'SERVER_DOWN',
  'BATTERY_LOW',
  'NO_POSITION',
  'NO_STATE',
  'ZONES_UNCONFIRMED',
  'RUN_ACTIVE',
  'MAP_DIFFERS',
  'TASK_AREA_GONE',
  'UPDATING',
  'TASK_DOES_NOT_FIT',
] satisfies OwnReason[];
const isOwn = (code: string): code is OwnReason => ownReasons.includes(code);

/** Why a start deviates from its plan: a text of the calendar, else of the robot's code. */
export function useReasonWord() {
  const { t } = useTranslation('calendar');
  const { word } = useWords();
  return (code: string) => (isOwn(code) ? t(`reasons.${code}`) : word('reply', code));
}
