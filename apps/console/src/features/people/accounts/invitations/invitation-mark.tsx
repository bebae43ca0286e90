import type { Invitation, InvitationState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../../kit/ui/theme.ts';

const styles: Record<InvitationState, { tone: Tone; icon: IconName }> = {
  OPEN: { tone: 'waiting', icon: 'clock' },
  ACCEPTED: { tone: 'working', icon: 'check' },
  REVOKED: { tone: 'quiet', icon: 'close' },
  EXPIRED: { tone: 'quiet', icon: 'history' },
};

/** The state of an invitation. An open invitation that would be refused is marked, because its link would fail. */
export function InvitationMark({ invitation: { state, usable } }: { invitation: Invitation }) {
  const { t } = useTranslation('people/accounts');
  if (state === 'OPEN' && !usable) return <StateMark tone="fault" icon="alert" word={t('unusable')} />;
  return <StateMark {...styles[state]} word={t(`invitationStates.${state}`)} />;
}
