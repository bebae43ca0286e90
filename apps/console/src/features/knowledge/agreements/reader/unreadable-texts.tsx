import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';

/** Replaces texts that could not be read. */
export function UnreadableTexts({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('knowledge/agreements/reader');
  return (
    <Empty
      icon="alert"
      title={t('failed')}
      hint={error instanceof CallError ? error.message : t('failedHint')}
    >
      <Button icon="refresh" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Empty>
  );
}
