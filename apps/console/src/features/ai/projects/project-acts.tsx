import { aiProjectCalls, type AiProject } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { ProjectDialog } from './dialogs/project-dialog.tsx';

interface Props {
  project: AiProject;
  onRemoved?: () => void;
}

/** Menu to edit, stop or delete a project. */
export function ProjectActs({ project, onRemoved }: Props) {
  const { t } = useTranslation('ai/projects');
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const stop = useAction(aiProjectCalls.stop, { done: t('stopped') });
  const close = () => setDialog(null);
  const { id, name, state } = project;
  const mayUpdate = may(aiProjectCalls.update.allow);
  return (
    <>
      <RowMenu
        label={name}
        items={[
          mayUpdate && { key: 'edit', text: t('edit'), icon: 'edit', run: () => setDialog('edit') },
          mayUpdate &&
            state === 'RUNNING' && {
              key: 'stop',
              text: t('stop'),
              icon: 'stop',
              run: () => stop.mutate({ id }),
            },
          may(aiProjectCalls.remove.allow) && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setDialog('remove'),
          },
        ]}
      />
      {dialog === 'edit' && <ProjectDialog project={project} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={aiProjectCalls.remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          after={() => {
            close();
            onRemoved?.();
          }}
          onClose={close}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
