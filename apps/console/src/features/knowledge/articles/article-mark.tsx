import type { Article, ArticleState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const marks: Record<ArticleState, { tone: Tone; icon: IconName }> = {
  DRAFT: { tone: 'quiet', icon: 'edit' },
  PENDING_RELEASE: { tone: 'waiting', icon: 'clock' },
  PUBLISHED: { tone: 'working', icon: 'check' },
  UNLISTED: { tone: 'quiet', icon: 'unseen' },
  UNPUBLISHABLE: { tone: 'fault', icon: 'alert' },
  EXPIRED: { tone: 'quiet', icon: 'stop' },
};

/** The state of an article. A draft of a published one says that readers have an earlier version. */
export function ArticleMark({ state, isLive }: Pick<Article, 'state' | 'isLive'>) {
  const { t } = useTranslation('knowledge/articles');
  const hasEarlier = isLive && state !== 'PUBLISHED' && state !== 'EXPIRED';
  return (
    <>
      <StateMark {...marks[state]} word={t(`state.${state}`)} />
      {hasEarlier && <small>{t('earlierIsLive')}</small>}
    </>
  );
}
