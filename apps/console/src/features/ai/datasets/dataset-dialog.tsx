import { aiDatasetCalls } from '@sweepline/contract';
import { Checkbox, Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';

interface Props {
  projectId: string | undefined;
  projects: { value: string; label: string }[];
  onClose: () => void;
}

const maxSeed = 2_147_483_647;

/** Makes a version of the labelled images of a project. */
export function DatasetDialog({ projectId, projects, onClose }: Props) {
  const { t } = useTranslation('ai/datasets');
  return (
    <FormDialog
      title={t('add')}
      call={aiDatasetCalls.add}
      initial={{ ...(projectId !== undefined && { projectId }), seed: 1, reviewedOnly: true }}
      submit={t('add')}
      done={t('added')}
      onClose={onClose}
    >
      <p>{t('addHint')}</p>
      <Form.Item name="projectId" label={t('project')}>
        <Select showSearch optionFilterProp="label" options={projects} />
      </Form.Item>
      <Form.Item name="reviewedOnly" valuePropName="checked">
        <Checkbox>{t('reviewedOnly')}</Checkbox>
      </Form.Item>
      <Form.Item name="seed" label={t('seed')} extra={t('seedHint')}>
        <InputNumber min={0} max={maxSeed} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}
