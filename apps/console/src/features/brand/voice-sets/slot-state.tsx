import type { VoiceSlot } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Mark } from '../../../shared/words/marks.ts';
import { useWords } from '../../../shared/words/use-words.ts';

const marks: Record<VoiceSlot['state'], Mark> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  SYNCING: { tone: 'moving', icon: 'upload' },
  APPLIED: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
};

/** Where a slot stands, and why it failed or differs. */
export function SlotState({ slot }: { slot: VoiceSlot }) {
  const { t } = useTranslation('brand/voice-sets');
  const { word } = useWords();
  if (slot.drifted) return <StateMark tone="waiting" icon="alert" word={t('drifted')} />;
  return (
    <>
      <StateMark {...marks[slot.state]} word={t(`state.${slot.state}`)} />
      {slot.code && <small>{word('reply', slot.code)}</small>}
    </>
  );
}
