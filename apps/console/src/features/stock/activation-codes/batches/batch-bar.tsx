import type { CodeBatch } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';

const parts = [
  { key: 'used', state: 'USED' },
  { key: 'expired', state: 'EXPIRED' },
  { key: 'failed', state: 'FAILED' },
  { key: 'unused', state: 'UNUSED' },
] as const;

/** The share of each state in a batch; the text repeats the bar. */
export function BatchBar({ batch }: { batch: CodeBatch }) {
  const { t } = useTranslation('stock/activation-codes');
  const visibleParts = parts.filter(({ key }) => batch[key] > 0);
  return (
    <div className="code-batch">
      <div aria-hidden="true">
        {visibleParts.map(({ key }) => (
          <i key={key} className={`code-batch-${key}`} style={{ flexGrow: batch[key] }} />
        ))}
      </div>
      <small>
        {visibleParts
          .map(({ key, state }) => `${t(`states.${state}`)} ${formatNumber(batch[key])}`)
          .join(' · ')}
      </small>
    </div>
  );
}
