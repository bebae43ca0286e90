import type { Company } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

/** Whether accounts of the company may sign in, and if not, which company is frozen. */
export function CompanyState({ frozenAt, frozenAbove }: Pick<Company, 'frozenAt' | 'frozenAbove'>) {
  const { t } = useTranslation('people/companies');
  if (frozenAt) {
    return (
      <span title={t('frozenSince', { time: formatTime(frozenAt) })}>
        <StateMark tone="fault" icon="pause" word={t('frozen')} />
      </span>
    );
  }
  if (frozenAbove) return <StateMark tone="waiting" icon="pause" word={t('frozenAbove')} />;
  return <StateMark tone="working" icon="check" word={t('active')} />;
}
