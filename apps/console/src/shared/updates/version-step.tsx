import type { OtaRecord } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { unknown } from '../../kit/format/format.ts';
import { Icon } from '../../kit/ui/icon.tsx';

type Props = Pick<OtaRecord, 'fromVersion' | 'toVersion' | 'way'>;

/** The version before and the new one, with the versions between them. */
export function VersionStep({ fromVersion, toVersion, way }: Props) {
  const { t } = useTranslation('updates');
  const between = way.slice(0, -1);
  return (
    <span className="update-versions">
      <span>
        {fromVersion ?? unknown} <Icon name="right" size={12} />
        <span className="sl-sr-only">{t('becomes')}</span> <strong>{toVersion}</strong>
      </span>
      {between.length > 0 && <small>{t('over', { versions: between.join(', ') })}</small>}
    </span>
  );
}
