import { useTranslation } from 'react-i18next';
import { CallError } from '../api/api.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

interface Props {
  error: Error;
  onRetry: () => void;
}

/** In place of what could not be read: what happened, that nothing was changed, and the way on. */
export function Failure({ error, onRetry }: Props) {
  const { t } = useTranslation('kit');
  const gone = error instanceof CallError && error.code === 404;
  return (
    <Empty
      icon={gone ? 'search' : 'alert'}
      title={gone ? error.message : t('readFailed')}
      hint={error instanceof CallError && !gone ? error.message : t(gone ? 'goneHint' : 'readFailedHint')}
    >
      {!gone && (
        <Button icon="refresh" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Empty>
  );
}
