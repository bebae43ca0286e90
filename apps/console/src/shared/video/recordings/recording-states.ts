import { playableStates, type RecordingState, type VideoRecording } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** How often a recording that runs or is being stored is read again. */
export const renewMs = 2_000;

export const isPlayable = (state: RecordingState) => playableStates.includes(state);
/** Its length, size or state will change by itself. */
export const isChanging = (state: RecordingState) => state === 'RECORDING' || state === 'STORING';

type Ended = Pick<VideoRecording, 'state' | 'end' | 'endedBy'>;

/** How a recording ended, or what it is doing, in one sentence. */
export function useRecordingEnd() {
  const { t } = useTranslation('video');
  return useCallback(
    ({ state, end, endedBy }: Ended) => {
      if (state === 'RECORDING' || state === 'EMPTY') return t(`recordings.states.${state}`);
      if (endedBy) return t('recordings.stoppedBy', { name: endedBy });
      return end ? t(`recordings.ends.${end}`) : t('recordings.states.STORING');
    },
    [t],
  );
}
