import type { DeviceGroup } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { Level } from '../../../kit/ui/level.tsx';

/** The online devices of a group, as a share and in numbers. */
export function OnlineShare({ group: { online, total } }: { group: DeviceGroup }) {
  const { t } = useTranslation('devices/groups');
  if (total === 0) return <span className="sl-unknown">{unknown}</span>;
  return (
    <span className="dg-online" title={t('onlineFormula', { online, total })}>
      <Level label={t('online')} tone="working" value={(100 * online) / total} />
      <small>{`${formatNumber(online)} / ${formatNumber(total)}`}</small>
    </span>
  );
}
