import { aiDatasetCalls, aiNetworks, aiTrainingCalls, aiTrainingLimits } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';

const { epochs, rate, tilesPerClass } = aiTrainingLimits;
const maxSeed = 2_147_483_647;
const usual = {
  network: 'STANDARD' as const,
  epochs: 40,
  rate: 0.002,
  augmentation: true,
  seed: 1,
  tilesPerClass: 500,
};
const wide = { width: '100%' };

interface Props {
  projectId: string | undefined;
  onAdded: (training: { id: string }) => void;
  onClose: () => void;
}

/** Chooses a version of a dataset and how a network learns from it. */
export function TrainingDialog({ projectId, onAdded, onClose }: Props) {
  const { t } = useTranslation('ai/training');
  const { data } = useQuery(callQuery(aiDatasetCalls.list, { projectId, pageSize: 99 }));
  const versions = (data?.list ?? []).map(({ id, projectName: project, number, images }) => ({
    value: id,
    label: `${t('version', { project, number })} · ${t('imageCount', { count: images, images: formatNumber(images) })}`,
  }));
  return (
    <FormDialog
      title={t('add')}
      call={aiTrainingCalls.add}
      initial={usual}
      submit={t('start')}
      done={t('added')}
      after={onAdded}
      onClose={onClose}
    >
      <p>{t('addHint')}</p>
      <Form.Item name="datasetId" label={t('dataset')}>
        <Select showSearch optionFilterProp="label" options={versions} loading={!data} />
      </Form.Item>
      <Form.Item name="network" label={t('network')} extra={t('networkHint')}>
        <Select options={aiNetworks.map((value) => ({ value, label: t(`networks.${value}`) }))} />
      </Form.Item>
      <Form.Item name="augmentation" valuePropName="checked" extra={t('augmentationHint')}>
        <Checkbox>{t('augmentation')}</Checkbox>
      </Form.Item>
      <Form.Item name="epochs" label={t('epochs')}>
        <InputNumber {...epochs} precision={0} style={wide} />
      </Form.Item>
      <Form.Item name="rate" label={t('rate')}>
        <InputNumber {...rate} step={0.001} style={wide} />
      </Form.Item>
      <Form.Item name="tilesPerClass" label={t('tilesPerClass')} extra={t('tilesPerClassHint')}>
        <InputNumber {...tilesPerClass} precision={0} style={wide} />
      </Form.Item>
      <Form.Item name="seed" label={t('seed')} extra={t('seedHint')}>
        <InputNumber min={0} max={maxSeed} precision={0} style={wide} />
      </Form.Item>
    </FormDialog>
  );
}
