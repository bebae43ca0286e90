import type { PackageState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const marks: Record<PackageState, { tone: Tone; icon: IconName }> = {
  DRAFT: { tone: 'quiet', icon: 'edit' },
  PENDING_RELEASE: { tone: 'waiting', icon: 'clock' },
  PUBLISHED: { tone: 'working', icon: 'check' },
  UNLISTED: { tone: 'quiet', icon: 'unseen' },
  UNPUBLISHABLE: { tone: 'fault', icon: 'alert' },
  EXPIRED: { tone: 'quiet', icon: 'stop' },
};

/** The state of a package, as an icon with its word. */
export function PackageMark({ state }: { state: PackageState }) {
  const { t } = useTranslation('updates/packages');
  return <StateMark {...marks[state]} word={t(`state.${state}`)} />;
}
