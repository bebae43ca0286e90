import type { Agreement } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime } from '../../../kit/format/format.ts';
import { ReleaseMark } from '../../../shared/approval/release-mark.tsx';

/** The state of an agreement, its version, and from when it holds. */
export function AgreementMark({
  state,
  number,
  validFrom,
}: Pick<Agreement, 'state' | 'number' | 'validFrom'>) {
  const { t } = useTranslation('knowledge/agreements');
  return (
    <>
      <ReleaseMark state={state} />
      {number !== null && validFrom !== null && (
        <small>{t('versionSince', { number: formatNumber(number), when: formatTime(validFrom) })}</small>
      )}
    </>
  );
}
