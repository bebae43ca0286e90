import { customAudioCalls, type CustomAudio } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { AudioFields, type AudioDraft } from './audio-fields.tsx';

/** Edits what people say of a sound; the sound itself stays. */
export function AudioEditDialog({ audio, onClose }: { audio: CustomAudio; onClose: () => void }) {
  const { t } = useTranslation('brand/audio');
  const { t: kit } = useTranslation('kit');
  const { id, version, name, type, language, audience, agentLevel } = audio;
  const [draft, setDraft] = useState<AudioDraft>({ name, type, language, audience, agentLevel });
  const update = useAction(customAudioCalls.update, {
    done: t('saved', { name: draft.name }),
    after: onClose,
    silent: true,
  });
  return (
    <Dialog
      open
      title={t('editTitle', { name })}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={update.isPending}
      okButtonProps={{ disabled: draft.name.trim() === '' }}
      onOk={() => update.mutate({ id, version, ...draft })}
      onCancel={onClose}
    >
      <div className="audio-form">
        <AudioFields draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
        <Refusal error={update.error} />
      </div>
    </Dialog>
  );
}
