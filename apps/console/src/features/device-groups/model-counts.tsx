import type { DeviceGroup } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber, unknown } from '../../kit/format/format.ts';

/** The number of devices per model in a group. */
export function ModelCounts({ group: { models } }: { group: DeviceGroup }) {
  const { t } = useTranslation('device-groups');
  if (models.length === 0) return <span className="sl-unknown">{unknown}</span>;
  return (
    <span className="dg-models">
      {models.map(({ model, count }) => (
        <span key={model}>
          {model === 'PLAIN' ? t('plain') : model} <small>× {formatNumber(count)}</small>
        </span>
      ))}
    </span>
  );
}
