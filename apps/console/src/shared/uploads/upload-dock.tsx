import type { UploadPurpose } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';
import { WaitingUpload } from './waiting-upload.tsx';
import './uploads.css';

/**
 * The uploads of the account at the lower edge of the page. It floats, because it appears after the page has loaded and must not move
 * the page.
 */
export function UploadDock({ purpose }: { purpose: UploadPurpose }) {
  const { t } = useTranslation('uploads');
  const { queued, waiting, goOn, refresh } = useUploads(purpose);
  const count = queued.length + waiting.length;
  if (count === 0) return null;
  return (
    <section className="upload-dock" aria-label={t('title')}>
      <h2>
        {t('title')} <span className="sl-count">{count}</span>
      </h2>
      <ul>
        {queued.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
        {waiting.map((upload) => (
          <WaitingUpload
            key={upload.id}
            upload={upload}
            onFile={(file) => goOn(upload, file)}
            onCanceled={() => void refresh()}
          />
        ))}
      </ul>
    </section>
  );
}
