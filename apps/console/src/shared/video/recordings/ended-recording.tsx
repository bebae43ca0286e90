import { videoRecordingCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatBytes, formatDuration } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { RecordingDialog } from './recording-dialog.tsx';
import { isChanging, isPlayable, renewMs, useRecordingEnd } from './recording-states.ts';

/** Why a recording that was watched has ended, and a way to play it. Nothing for people who may not read it. */
export function EndedRecording({ id }: { id: string }) {
  const { t } = useTranslation('video');
  const endOf = useRecordingEnd();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    ...callQuery(videoRecordingCalls.detail, { id }),
    refetchInterval: ({ state }) => (state.data && isChanging(state.data.state) ? renewMs : false),
    meta: { silent: true },
  });
  if (!data) return null;
  const { state, durationMs, bytes } = data;
  const time = formatDuration(durationMs / 1000);
  return (
    <>
      <small role="status">
        {endOf(data)}
        {isPlayable(state) && ` · ${t('recordings.stored', { time, size: formatBytes(bytes) })}`}
      </small>
      {isPlayable(state) && (
        <Button look="quiet" icon="play" onClick={() => setOpen(true)}>
          {t('recordings.play')}
        </Button>
      )}
      {isOpen && <RecordingDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
