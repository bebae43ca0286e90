import type { MapRow } from '@sweepline/contract';
import { Trans, useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';

/** The time and author of the last change, in the word order of the reader's language. */
export function LastChange({ map: { updatedAt, updatedBy } }: { map: MapRow }) {
  const { t } = useTranslation('places/maps');
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
