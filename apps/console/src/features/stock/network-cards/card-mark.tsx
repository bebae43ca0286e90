import { cardStates, type NetworkCard } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const looks: Record<(typeof cardStates)[number], { tone: Tone; icon: IconName }> = {
  AVAILABLE: { tone: 'quiet', icon: 'ring' },
  ACTIVATED: { tone: 'working', icon: 'signal' },
  DEACTIVATED: { tone: 'fault', icon: 'stop' },
};

/** State of a card. A state that only the operator defines is shown as its raw text. */
export function CardMark({ card: { status } }: { card: Pick<NetworkCard, 'status'> }) {
  const { t } = useTranslation('stock/network-cards');
  const state = cardStates.find((value) => value === status);
  if (!state) return <StateMark tone="waiting" icon="info" word={status} />;
  return <StateMark {...looks[state]} word={t(`states.${state}`)} />;
}
