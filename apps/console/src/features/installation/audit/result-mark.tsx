import type { AuditRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

/** Result of a call: done, refused with the reason, or interrupted by a stop of the server. */
export function ResultMark({ row }: { row: Pick<AuditRow, 'result' | 'reason' | 'code'> }) {
  const { t } = useTranslation('installation/audit');
  if (row.result === 'done') return <StateMark tone="working" icon="check" word={t('results.done')} />;
  if (row.code === 200) return <StateMark tone="waiting" icon="alert" word={t('interrupted')} />;
  return (
    <span className="log-refused" title={row.reason}>
      <StateMark tone="fault" icon="close" word={t('results.refused')} />
      <small>{row.reason}</small>
    </span>
  );
}
