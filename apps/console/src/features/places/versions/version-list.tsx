import type { MapVersionRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';

interface Props {
  rows: readonly MapVersionRow[];
  selected: number;
  onShow: (version: number) => void;
  onOlder: (() => void) | undefined;
}

/** All versions, the newest first, each with its author and note. */
export function VersionList({ rows, selected, onShow, onOlder }: Props) {
  const { t } = useTranslation('places/versions');
  return (
    <ul className="versions-list">
      {rows.map((row) => (
        <li key={row.version}>
          <button type="button" aria-pressed={row.version === selected} onClick={() => onShow(row.version)}>
            <strong>{t('version', { version: row.version })}</strong>
            {row.current && ` · ${t('current')}`}
            <small>
              {t(`origins.${row.origin}`)} · {row.device?.nickname ?? row.createdBy} ·{' '}
              <Ago at={row.createdAt} />
            </small>
            {row.note && <small>{row.note}</small>}
          </button>
        </li>
      ))}
      {onOlder && (
        <li>
          <button type="button" onClick={onOlder}>
            {t('older')}
          </button>
        </li>
      )}
    </ul>
  );
}
