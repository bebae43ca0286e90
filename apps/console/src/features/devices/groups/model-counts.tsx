import type { DeviceGroup } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatNumber, unknown } from '../../../kit/format/format.ts';

/** The number of devices per model in a group. */
export function ModelCounts({ group: { models } }: { group: DeviceGroup }) {
  const { t } = useTranslation('devices/groups');
  if (models.length === 0) return <span className="sl-unknown">{unknown}</span>;
  return (
    <span className="dg-models">
      {models.map(({ model, count }) => (
        <span key={model}>
          {model === 'PLAIN' ? t('plain') : model}{' '}
          <small>
            × <Figure value={formatNumber(count)} formula={t('modelFormula')} />
          </small>
        </span>
      ))}
    </span>
  );
}
