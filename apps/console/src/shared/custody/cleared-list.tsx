import type { Cleared } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';
import './custody.css';

/** The records that were or will be cleared, with their counts. */
export function ClearedList({ rows }: { rows: readonly Cleared[] }) {
  const { t } = useTranslation('custody');
  return (
    <ul className="cu-cleared">
      {rows.map(({ what, count }) => (
        <li key={what}>
          <b>{formatNumber(count)}</b> {t(`what.${what}`)}
        </li>
      ))}
    </ul>
  );
}
