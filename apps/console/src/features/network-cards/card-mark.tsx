import { cardStates, type NetworkCard } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../kit/ui/icons.ts';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import type { Tone } from '../../kit/ui/theme.ts';

const looks: Record<(typeof cardStates)[number], { tone: Tone; icon: IconName }> = {
  AVAILABLE: { tone: 'quiet', icon: 'ring' },
  ACTIVATED: { tone: 'working', icon: 'signal' },
  DEACTIVATED: { tone: 'fault', icon: 'stop' },
};

/** Whether the card is on the network; a word of the operator's that we do not know is shown as it is. */
export function CardMark({ card: { status } }: { card: Pick<NetworkCard, 'status'> }) {
  const { t } = useTranslation('network-cards');
  const known = cardStates.find((one) => one === status);
  if (!known) return <StateMark tone="waiting" icon="info" word={status} />;
  return <StateMark {...looks[known]} word={t(`states.${known}`)} />;
}
