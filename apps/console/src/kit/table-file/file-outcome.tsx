import { maxImportFaults } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../format/format.ts';
import { Icon } from '../ui/icon.tsx';
import { FaultList } from './fault-list.tsx';
import type { FilePreview } from './use-table-file.ts';

interface Props {
  preview: FilePreview;
  name: string;
  /** A preview of the first lines. */
  children: ReactNode;
}

/** The result of a preview: counts and first lines, or faults. */
export function FileOutcome({ preview, name, children }: Props) {
  const { t } = useTranslation('table-file');
  const { rows, good, samples, unknown, faults, more } = preview;
  return (
    <>
      <p className="sl-file-state">{t('counts', { rows: formatNumber(rows), good: formatNumber(good) })}</p>
      {samples.length > 0 && <p className="sl-file-state">{t('samples', { words: samples.join(' · ') })}</p>}
      {unknown.length > 0 && <p className="sl-file-state">{t('unknown', { columns: unknown.join(', ') })}</p>}
      {faults.length === 0 && children}
      {faults.length > 0 && (
        <>
          <p className="sl-file-bad">
            <Icon name="alert" size={16} />
            {t('nothingTaken')}
          </p>
          <FaultList faults={faults} name={name} />
        </>
      )}
      {more && <p className="sl-file-state">{t('moreFaults', { count: maxImportFaults })}</p>}
    </>
  );
}
