import { useTranslation } from 'react-i18next';
import { CallError } from '../api/api.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

interface Props {
  error: Error;
  onRetry: () => void;
}

/** Replaces content that could not be read. It shows the reason and a retry button. */
export function Failure({ error, onRetry }: Props) {
  const { t } = useTranslation('kit');
  const missing = error instanceof CallError && error.code === 404;
  return (
    <Empty
      icon={missing ? 'search' : 'alert'}
      title={missing ? error.message : t('readFailed')}
      hint={
        error instanceof CallError && !missing ? error.message : t(missing ? 'goneHint' : 'readFailedHint')
      }
    >
      {!missing && (
        <Button icon="refresh" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Empty>
  );
}
