import { useTranslation } from 'react-i18next';
import { useLoading } from './loading.ts';
import './loading-mask.css';

/** Covers the page while a call that is not quiet runs, so that a second click does not repeat it. */
export function LoadingMask() {
  const { t } = useTranslation('kit');
  const loading = useLoading();
  return (
    <div className={loading ? 'sl-loading' : 'sl-loading sl-loading-idle'} role="status">
      {loading && <span className="sl-sr-only">{t('loading')}</span>}
    </div>
  );
}
