import { aiProjectCalls, type AiProject, type AiProjectDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { addDays, dayEnd, dayOf } from '../../../../kit/format/days.ts';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { ClassFields } from './class-fields.tsx';
import { ProjectFields } from './project-fields.tsx';

interface Props {
  /** The project to edit. Without it the dialog creates one. */
  project?: AiProject;
  onAdded?: (project: AiProjectDetail) => void;
  onClose: () => void;
}

const usualDays = 30;

const initialOf = () => ({
  purpose: '',
  classes: [],
  cameras: ['DOWN' as const],
  perSecond: 0.5,
  cap: 1000,
  type: 'IMAGE_POSE' as const,
  during: 'TASKS' as const,
  until: dayEnd(addDays(dayOf(new Date()), usualDays)),
  facesBlurred: true,
  retentionDays: 365,
});

function settingsOf(project: AiProject) {
  const { id, version, name, purpose, classes, cameras, perSecond, cap } = project;
  const { type, during, until, facesBlurred, retentionDays } = project;
  const more = { type, during, until, facesBlurred, retentionDays };
  return { id, version, name, purpose, classes, cameras, perSecond, cap, ...more };
}

/** Dialog for what robots collect, and the classes that people mark. */
export function ProjectDialog({ project, onAdded, onClose }: Props) {
  const { t } = useTranslation('ai/projects');
  if (!project)
    return (
      <FormDialog
        title={t('addProject')}
        call={aiProjectCalls.add}
        initial={initialOf()}
        submit={t('add')}
        done={null}
        after={(added) => {
          onClose();
          onAdded?.(added);
        }}
        onClose={onClose}
      >
        <ProjectFields />
        <ClassFields />
      </FormDialog>
    );
  const { name } = project;
  return (
    <FormDialog
      title={t('editTitle', { name })}
      call={aiProjectCalls.update}
      initial={settingsOf(project)}
      submit={t('save')}
      done={t('saved', { name })}
      also={['aiImages']}
      onClose={onClose}
    >
      <ProjectFields />
      <ClassFields />
    </FormDialog>
  );
}
