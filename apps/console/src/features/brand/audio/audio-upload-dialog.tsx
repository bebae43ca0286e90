import { audioLimits, customAudioCalls } from '@sweepline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { session } from '../../../kit/api/session.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { useDrop } from '../../../kit/form/use-drop.ts';
import { formatBytes } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { toast } from '../../../kit/ui/toasts.ts';
import { CompanySelect } from '../../../shared/company-filter/company-select.tsx';
import { AudioFields, emptyDraft, type AudioDraft } from './audio-fields.tsx';

/** The name of a file without its ending, as the first name of the sound. */
const nameOf = ({ name }: File) => name.replace(/\.[^.]*$/, '').slice(0, 60);

function inputOf({ language, agentLevel, ...draft }: AudioDraft, companyId: string | undefined) {
  return {
    ...draft,
    ...(companyId !== undefined && { companyId }),
    ...(language !== null && { language }),
    ...(agentLevel !== null && { agentLevel }),
  };
}

/** Uploads a sound. The server judges and measures it. */
export function AudioUploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('brand/audio');
  const { t: kit } = useTranslation('kit');
  const cache = useQueryClient();
  const [file, setFile] = useState<File>();
  const [companyId, setCompanyId] = useState(session.user()?.companyId);
  const [draft, setDraft] = useState(emptyDraft);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: (audio: File) => send(customAudioCalls.add, inputOf(draft, companyId), { files: { audio } }),
    onSuccess: async ({ name }) => {
      toast({ tone: 'done', text: t('saved', { name }) });
      onClose();
      await cache.invalidateQueries({ queryKey: [customAudioCalls.list.family] });
    },
  });
  const choose = (next: File | undefined) => {
    if (!next) return;
    save.reset();
    setFile(next);
    if (draft.name === '') setDraft({ ...draft, name: nameOf(next) });
  };
  const isTooLarge = file !== undefined && file.size > audioLimits.bytes;
  return (
    <Dialog
      open
      title={t('add')}
      okText={t('save')}
      cancelText={kit('cancel')}
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: !file || isTooLarge || draft.name.trim() === '' }}
      onOk={() => file && save.mutate(file)}
      onCancel={onClose}
    >
      <div className="audio-form">
        <CompanySelect label={t('company')} value={companyId} onChange={setCompanyId} />
        <SoundDrop file={file} onChoose={choose} />
        {isTooLarge && <p role="alert">{t('tooLarge')}</p>}
        <AudioFields draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
        <Refusal error={save.error} />
      </div>
    </Dialog>
  );
}

interface DropProps {
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
}

function SoundDrop({ file, onChoose }: DropProps) {
  const { t } = useTranslation('brand/audio');
  const input = useRef<HTMLInputElement>(null);
  const { over, target } = useDrop(([first]) => onChoose(first));
  return (
    <div className={over ? 'audio-drop audio-drop-over' : 'audio-drop'} {...target}>
      <span>
        {file ? (
          <>
            {file.name} <small>{formatBytes(file.size)}</small>
          </>
        ) : (
          t('drop')
        )}
      </span>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
      <small>{t('dropHint')}</small>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('choose')}
        accept=".mp3,.wav,audio/mpeg,audio/wav"
        onChange={({ target: field }) => {
          onChoose(field.files?.[0]);
          // Without the reset, choosing the same file after a correction would fire no event.
          field.value = '';
        }}
      />
    </div>
  );
}
