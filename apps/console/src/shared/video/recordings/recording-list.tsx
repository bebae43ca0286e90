import { videoRecordingCalls, type VideoRecording } from '@sweepline/contract';
import { cameras } from '@sweepline/contract/robot';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { RecordingDialog } from './recording-dialog.tsx';
import { isChanging, isPlayable, renewMs } from './recording-states.ts';
import { useDownload } from './use-download.ts';
import { useRecordingColumns } from './use-recording-columns.tsx';

interface Props {
  deviceId: string;
  /** The recording that the address names, or nothing. */
  openId: string;
  onOpen: (id: string) => void;
}

/** The recordings of a device: when, by whom, how long, why, and until when each is stored. */
export function RecordingList({ deviceId, openId, onOpen }: Props) {
  const { t } = useTranslation('video');
  const list = useList(videoRecordingCalls.list, { deviceId });
  useRenewal(list.rows, list.retry);
  const [removed, setRemoved] = useState<VideoRecording | null>(null);
  const actions = useCallback(
    (recording: VideoRecording) => <RowActions recording={recording} onPlay={onOpen} onRemove={setRemoved} />,
    [onOpen],
  );
  return (
    <>
      <ListPage
        title={t('recordings.title')}
        list={list}
        columns={useRecordingColumns()}
        rowActions={actions}
        filters={<CameraFilter />}
        empty={<Empty icon="record" title={t('recordings.none')} hint={t('recordings.noneHint')} />}
      />
      {openId && <RecordingDialog key={openId} id={openId} onClose={() => onOpen('')} />}
      {removed && <RemoveDialog recording={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

interface RowActionsProps {
  recording: VideoRecording;
  onPlay: (id: string) => void;
  onRemove: (recording: VideoRecording) => void;
}

function RowActions({ recording, onPlay, onRemove }: RowActionsProps) {
  const { t } = useTranslation('video');
  const { mutate: download } = useDownload();
  const { id, state, startedAt } = recording;
  if (isChanging(state)) return null;
  const isStored = isPlayable(state);
  return (
    <>
      {isStored && (
        <Button icon="play" onClick={() => onPlay(id)}>
          {t('recordings.play')}
        </Button>
      )}
      <RowMenu
        label={t('recordings.of', { at: formatTime(startedAt) })}
        items={[
          isStored && {
            key: 'download',
            text: t('recordings.download'),
            icon: 'download',
            run: () => download({ id }),
          },
          {
            key: 'delete',
            text: t('recordings.delete'),
            icon: 'trash',
            danger: true,
            run: () => onRemove(recording),
          },
        ]}
      />
    </>
  );
}

function RemoveDialog({ recording, onClose }: { recording: VideoRecording; onClose: () => void }) {
  const { t } = useTranslation('video');
  const remove = useAction(videoRecordingCalls.remove, { done: t('recordings.deleted'), after: onClose });
  return (
    <ConfirmDialog
      title={t('recordings.deleteTitle', { at: formatTime(recording.startedAt) })}
      act={t('recordings.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: recording.id })}
      onClose={onClose}
    >
      {t('recordings.deleteHint')}
    </ConfirmDialog>
  );
}

function CameraFilter() {
  const { t } = useTranslation('video');
  const options = cameras.map((value) => ({ value, label: t(`camera.${value}`) }));
  return <ChoiceFilter name="camera" label={t('whichCamera')} options={options} />;
}

/** Reads the list again while one of its recordings runs or is being stored. */
function useRenewal(rows: readonly VideoRecording[], retry: () => void) {
  const read = useRef(retry);
  useEffect(() => void (read.current = retry));
  const isOn = rows.some(({ state }) => isChanging(state));
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => read.current(), renewMs);
    return () => clearInterval(timer);
  }, [isOn]);
}
