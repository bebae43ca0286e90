import type { AiImage, AiLabelState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const labels: Record<AiLabelState, { tone: Tone; icon: IconName }> = {
  UNLABELLED: { tone: 'quiet', icon: 'ring' },
  LABELLED: { tone: 'moving', icon: 'edit' },
  REVIEWED: { tone: 'working', icon: 'check' },
  SENT_BACK: { tone: 'waiting', icon: 'undo' },
};

export function LabelState({ state }: { state: AiLabelState }) {
  const { t } = useTranslation('ai/images');
  return <StateMark {...labels[state]} word={t(`labelStates.${state}`)} />;
}

/** Whether people keep an image, and whether it looks nearly like another one. */
export function SelectionState({ image: { state, similarToId } }: { image: AiImage }) {
  const { t } = useTranslation('ai/images');
  return (
    <>
      {state === 'KEPT' && <StateMark tone="working" icon="star" word={t('states.KEPT')} />}
      {state === 'REJECTED' && <StateMark tone="quiet" icon="close" word={t('states.REJECTED')} />}
      {similarToId !== null && <StateMark tone="waiting" icon="copy" word={t('similar')} />}
    </>
  );
}
