import type { ReleaseState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../kit/ui/icons.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import type { Tone } from '../../kit/ui/theme.ts';

const marks: Record<ReleaseState, { tone: Tone; icon: IconName }> = {
  DRAFT: { tone: 'quiet', icon: 'edit' },
  PENDING_RELEASE: { tone: 'waiting', icon: 'clock' },
  PUBLISHED: { tone: 'working', icon: 'check' },
  UNLISTED: { tone: 'quiet', icon: 'unseen' },
  UNPUBLISHABLE: { tone: 'fault', icon: 'alert' },
  EXPIRED: { tone: 'quiet', icon: 'stop' },
};

/** The state between a draft and its publication, as an icon with its word. */
export function ReleaseMark({ state }: { state: ReleaseState }) {
  const { t } = useTranslation('approval');
  return <StateMark {...marks[state]} word={t(`state.${state}`)} />;
}
