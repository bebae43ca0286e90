import { aiImageCalls } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { saveFile } from '../../../kit/api/save-file.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Button } from '../../../kit/ui/button.tsx';

interface Props {
  ids: string[];
  onDone: () => void;
}

/** Keeps, rejects, exports or deletes images. */
export function ImageBulk({ ids, onDone }: Props) {
  const { t } = useTranslation('ai/images');
  const [removing, setRemoving] = useState(false);
  const keep = useAction(aiImageCalls.keep, { done: t('kept'), after: onDone });
  const reject = useAction(aiImageCalls.reject, { done: t('rejected'), after: onDone });
  const exporting = useMutation({
    mutationFn: async () => new Blob([await fetchBytes(aiImageCalls.export, { ids })]),
    onSuccess: (file) => saveFile(file, 'images.zip'),
  });
  return (
    <>
      {may(aiImageCalls.keep.allow) && (
        <>
          <Button icon="star" busy={keep.isPending} onClick={() => keep.mutate({ ids })}>
            {t('keep')}
          </Button>
          <Button icon="close" busy={reject.isPending} onClick={() => reject.mutate({ ids })}>
            {t('reject')}
          </Button>
        </>
      )}
      {may(aiImageCalls.export.allow) && (
        <Button icon="download" busy={exporting.isPending} onClick={() => exporting.mutate()}>
          {t('export')}
        </Button>
      )}
      {may(aiImageCalls.remove.allow) && (
        <Button look="danger" icon="trash" onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
      )}
      {removing && (
        <ConfirmCallDialog
          title={t('removeTitle', { count: ids.length })}
          call={aiImageCalls.remove}
          input={{ ids }}
          act={t('remove')}
          done={t('removed')}
          also={['aiProjects', 'aiPictures']}
          after={() => {
            setRemoving(false);
            onDone();
          }}
          onClose={() => setRemoving(false)}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
