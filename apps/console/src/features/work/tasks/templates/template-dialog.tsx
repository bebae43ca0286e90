import { taskTemplateCalls, type Task } from '@sweepline/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

/** Saves the settings of a task as a named template. */
export function TemplateDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('work/tasks');
  return (
    <FormDialog
      title={t('saveTemplate')}
      call={taskTemplateCalls.save}
      initial={{ taskId: task.id, name: task.name }}
      submit={t('saveTemplate')}
      done={t('templateSaved')}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')}>
        <input className="sl-input" maxLength={60} />
      </Form.Item>
    </FormDialog>
  );
}
