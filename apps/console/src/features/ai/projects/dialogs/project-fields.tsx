import { aiCollectionTimes, aiCollectionTypes, aiLimits } from '@sweepline/contract';
import { cameras } from '@sweepline/contract/robot';
import { Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../../kit/form/day-field.tsx';

/** The cameras of a project or a consent. */
export function CameraField() {
  const { t } = useTranslation('ai/projects');
  const { t: ofVideo } = useTranslation('video');
  return (
    <Form.Item name="cameras" label={t('cameras')}>
      <Select
        mode="multiple"
        options={cameras.map((value) => ({ value, label: ofVideo(`camera.${value}`) }))}
      />
    </Form.Item>
  );
}

/** What robots collect: cameras, how often, how many and until when. */
export function ProjectFields() {
  const { t } = useTranslation('ai/projects');
  const { perSecond, cap, retentionDays } = aiLimits;
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={aiLimits.nameLength} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="purpose" label={t('purpose')}>
        <Input.TextArea maxLength={aiLimits.purposeLength} autoSize={{ minRows: 1, maxRows: 4 }} />
      </Form.Item>
      <CameraField />
      <div className="ai-fields">
        <Form.Item name="perSecond" label={t('perSecond')} extra={t('perSecondHint')}>
          <InputNumber min={perSecond.min} max={perSecond.max} step={0.1} />
        </Form.Item>
        <Form.Item name="cap" label={t('cap')}>
          <InputNumber min={cap.min} max={cap.max} precision={0} />
        </Form.Item>
      </div>
      <div className="ai-fields">
        <Form.Item name="type" label={t('type')}>
          <Select options={aiCollectionTypes.map((value) => ({ value, label: t(`types.${value}`) }))} />
        </Form.Item>
        <Form.Item name="during" label={t('during')}>
          <Select options={aiCollectionTimes.map((value) => ({ value, label: t(`durings.${value}`) }))} />
        </Form.Item>
      </div>
      <div className="ai-fields">
        <DayField name="until" label={t('until')} end ahead />
        <Form.Item name="retentionDays" label={t('retention')}>
          <InputNumber min={retentionDays.min} max={retentionDays.max} precision={0} />
        </Form.Item>
      </div>
      <Form.Item name="facesBlurred" valuePropName="checked" extra={t('facesHint')}>
        <Checkbox>{t('faces')}</Checkbox>
      </Form.Item>
    </>
  );
}
