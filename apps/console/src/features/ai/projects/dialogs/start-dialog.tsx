import { aiProjectCalls, type AiProjectDetail } from '@sweepline/contract';
import { Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

interface Props {
  project: AiProjectDetail;
  /** The one robot that collects again; without it all that do not collect. */
  deviceId?: string;
  onClose: () => void;
}

/** Starts the collection, and warns of what mobile data may not carry. */
export function StartDialog({ project, deviceId, onClose }: Props) {
  const { t } = useTranslation('ai/projects');
  const { id, name, deviceList } = project;
  const robots = deviceList.filter((it) => deviceId === undefined || it.deviceId === deviceId);
  const names = robots.filter(({ onMobileData }) => onMobileData).map(({ nickname }) => nickname);
  const shared = {
    title: t('startTitle', { name }),
    submit: t('start'),
    done: t('started'),
    also: ['aiConsents'],
    onClose,
    children: (
      <>
        <p>{t('startHint')}</p>
        <Form.Item
          name="allowMobileData"
          valuePropName="checked"
          extra={names.length > 0 && t('mobileWarning', { names: names.join(' · ') })}
        >
          <Checkbox>{t('mobileData')}</Checkbox>
        </Form.Item>
      </>
    ),
  };
  return deviceId === undefined ? (
    <FormDialog call={aiProjectCalls.start} initial={{ id, allowMobileData: false }} {...shared} />
  ) : (
    <FormDialog
      call={aiProjectCalls.restart}
      initial={{ id, deviceId, allowMobileData: false }}
      {...shared}
    />
  );
}
