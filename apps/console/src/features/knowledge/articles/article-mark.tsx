import type { Article } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ReleaseMark } from '../../../shared/approval/release-mark.tsx';

/** The state of an article. A draft of a published one says that readers have an earlier version. */
export function ArticleMark({ state, isLive }: Pick<Article, 'state' | 'isLive'>) {
  const { t } = useTranslation('knowledge/articles');
  const hasEarlier = isLive && state !== 'PUBLISHED' && state !== 'EXPIRED';
  return (
    <>
      <ReleaseMark state={state} />
      {hasEarlier && <small>{t('earlierIsLive')}</small>}
    </>
  );
}
