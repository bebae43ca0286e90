import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { dismissToast, pauseToast, resumeToast, useToasts } from './toasts.ts';
import './toaster.css';

/** The list of toasts. Failures are assertive for screen readers, successes are polite. */
export function Toaster() {
  const { t } = useTranslation('kit');
  const toasts = useToasts();
  return (
    <div className="sl-toaster">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`sl-toast sl-toast-${toast.tone}`}
          role={toast.tone === 'failed' ? 'alert' : 'status'}
          onPointerEnter={() => pauseToast(toast.id)}
          onPointerLeave={() => resumeToast(toast)}
        >
          <Icon name={toast.tone === 'failed' ? 'alert' : 'check'} />
          <p>
            {toast.tone === 'failed' && <strong>{t('failures.title')}</strong>}
            {toast.text}
            {toast.detail && <small>{toast.detail}</small>}
          </p>
          {toast.action && (
            <Button
              look="quiet"
              onClick={() => {
                toast.action?.run();
                dismissToast(toast.id);
              }}
            >
              {toast.action.text}
            </Button>
          )}
          {toast.detail && (
            <Button
              look="quiet"
              icon="close"
              aria-label={t('close')}
              onClick={() => dismissToast(toast.id)}
            />
          )}
        </div>
      ))}
    </div>
  );
}
