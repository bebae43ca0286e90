import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';

/** Asks people of another company why they watch. */
export function ReasonStep({ onReason }: { onReason: (reason: string) => void }) {
  const { t } = useTranslation('video');
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) onReason(reason.trim());
  };
  return (
    <form className="sl-video-reason" onSubmit={submit}>
      <h2>{t('whyTitle')}</h2>
      <p>{t('whyHint')}</p>
      <label>
        {t('why')}
        <input
          className="sl-input"
          value={reason}
          maxLength={200}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <Button look="main" type="submit" disabled={reason.trim() === ''}>
        {t('watch')}
      </Button>
    </form>
  );
}
