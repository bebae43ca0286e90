import { elevatorProjectCalls, type ElevatorProject } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { ProjectDialog } from './dialogs/project-dialog.tsx';

interface Props {
  project: ElevatorProject;
  onRemoved?: () => void;
}

/** Menu to edit or delete a project. */
export function ProjectActs({ project, onRemoved }: Props) {
  const { t } = useTranslation('places/elevators');
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const { id, name } = project;
  return (
    <>
      <RowMenu
        label={name}
        items={[
          may(elevatorProjectCalls.update.allow) && {
            key: 'edit',
            text: t('edit'),
            icon: 'edit',
            run: () => setDialog('edit'),
          },
          may(elevatorProjectCalls.remove.allow) && {
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
          call={elevatorProjectCalls.remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          after={() => {
            close();
            onRemoved?.();
          }}
          onClose={close}
        >
          {t('removeProjectHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
