import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { saveFile } from '../../../../kit/api/save-file.ts';

export interface ReportRecordText {
  record: string;
  sha256: string;
}

interface Props {
  /** The record's fingerprint, once it is loaded. */
  sha256: string | undefined;
  read: () => Promise<ReportRecordText>;
  name: string;
}

/** The record's fingerprint, a field to compare it with another one, and the record itself. */
export function ReportProof({ sha256, read, name }: Props) {
  const { t } = useTranslation('work/reports');
  const [other, setOther] = useState('');
  const save = useMutation({
    mutationFn: read,
    onSuccess: ({ record }) => saveFile(new Blob([record], { type: 'application/json' }), `${name}.json`),
  });
  const pasted = other.replaceAll(/\s/g, '').toLowerCase();
  return (
    <section className="report-proof">
      <h2>{t('proofQuestion')}</h2>
      <dl>
        <dt>{t('fingerprint')}</dt>
        <dd>
          <code>{sha256 ?? '…'}</code>
        </dd>
      </dl>
      <p className="report-note">{t('fingerprintHint')}</p>
      <div className="report-proof-check">
        <input
          className="sl-input"
          aria-label={t('compare')}
          placeholder={t('compare')}
          value={other}
          spellCheck={false}
          onChange={({ target }) => setOther(target.value)}
        />
        <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
          {t('saveRecord')}
        </Button>
      </div>
      {pasted !== '' && sha256 && (
        <p role="status" className={pasted === sha256 ? 'report-proof-same' : 'report-proof-differs'}>
          {pasted === sha256 ? `✓ ${t('same')}` : `✗ ${t('differs')}`}
        </p>
      )}
    </section>
  );
}
