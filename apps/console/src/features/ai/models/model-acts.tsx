import { aiModelCalls, aiModelMoves, type AiModel } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { saveFile } from '../../../kit/api/save-file.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';

/** Approves, retires or downloads a model. The server says why it does not approve one. */
export function ModelActs({ model }: { model: AiModel }) {
  const { t } = useTranslation('ai/models');
  const [dialog, setDialog] = useState<'approve' | 'retire' | null>(null);
  const { id, number, projectName: project, state } = model;
  const name = t('modelOf', { project, number });
  const close = () => setDialog(null);
  const download = useMutation({
    mutationFn: async () => new Blob([await fetchBytes(aiModelCalls.download, { id })]),
    onSuccess: (file) => saveFile(file, `model-${number}.onnx`),
  });
  const moves = aiModelMoves[state];
  return (
    <>
      <RowMenu
        label={name}
        items={[
          moves.APPROVE &&
            may(aiModelCalls.approve.allow) && {
              key: 'approve',
              text: t('approve'),
              icon: 'check',
              run: () => setDialog('approve'),
            },
          { key: 'download', text: t('download'), icon: 'download', run: () => download.mutate() },
          moves.RETIRE &&
            may(aiModelCalls.retire.allow) && {
              key: 'retire',
              text: t('retire'),
              icon: 'stop',
              danger: true,
              run: () => setDialog('retire'),
            },
        ]}
      />
      {dialog && (
        <ConfirmCallDialog
          title={t(`${dialog}Title`, { name })}
          call={aiModelCalls[dialog]}
          input={{ id }}
          act={t(dialog)}
          done={t(`${dialog}Done`, { name })}
          after={close}
          onClose={close}
        >
          {t(`${dialog}Hint`)}
        </ConfirmCallDialog>
      )}
    </>
  );
}
