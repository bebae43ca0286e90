import { useTranslation } from 'react-i18next';
import { usePageKeys } from '../../../kit/keys/page-keys.ts';

const arrows = 'ArrowUp ArrowDown ArrowLeft ArrowRight';

/** Declares the keys of the grid (`useGridCursor`) and of a start on it (`CalendarBlock`). Both need the right to plan. */
export function useCalendarKeys(mayPlan: boolean) {
  const { t } = useTranslation('work/calendar');
  const rows = [
    { text: t('keys.choose'), keys: arrows },
    { text: t('keys.plan'), keys: 'Enter' },
    { text: t('keys.shift'), keys: `Alt ${arrows}` },
    { text: t('keys.length'), keys: 'Alt Shift ArrowUp / ArrowDown' },
  ];
  usePageKeys(t('keys.title'), mayPlan ? rows : []);
}
