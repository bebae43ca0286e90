import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import type { Labels } from './use-labels.ts';

/** Whether the last act is saved, and the way to try again. */
export function SaveState({ labels: { isSaving, error, saved, retry } }: { labels: Labels }) {
  const { t } = useTranslation('ai/images');
  if (error)
    return (
      <span role="alert" className="ai-save">
        {error.message} <Button onClick={retry}>{t('takeMine')}</Button>
      </span>
    );
  const { labelledBy: who, labelledAt } = saved;
  const text = isSaving
    ? t('saving')
    : labelledAt === null
      ? ''
      : t('savedBy', { who, when: formatTime(labelledAt) });
  return (
    <span role="status" className="ai-save">
      {text}
    </span>
  );
}
