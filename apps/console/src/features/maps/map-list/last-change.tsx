import type { MapRow } from '@sweepline/contract';
import { Trans, useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';

/** When the map changed last and by whom, in the order of the reader's language. */
export function LastChange({ map: { updatedAt, updatedBy } }: { map: MapRow }) {
  const { t } = useTranslation('maps');
  return (
    <span>
      <Trans
        t={t}
        i18nKey="lastChange"
        values={{ who: updatedBy }}
        components={{ ago: <Ago at={updatedAt} /> }}
      />
    </span>
  );
}
