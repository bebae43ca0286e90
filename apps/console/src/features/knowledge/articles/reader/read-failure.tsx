import { errorCodes, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';

/** Replaces what could not be read. An article that does not exist leads to the others. */
export function ReadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('knowledge/articles/reader');
  const isCall = error instanceof CallError;
  if (isCall && error.code === errorCodes.notFound)
    return (
      <Empty icon="search" title={t('gone')} hint={t('goneHint')}>
        <a className="sl-button" href={pages.knowledgeBase()}>
          {t('back')}
        </a>
      </Empty>
    );
  return (
    <Empty icon="alert" title={t('failed')} hint={isCall ? error.message : t('failedHint')}>
      <Button icon="refresh" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Empty>
  );
}
