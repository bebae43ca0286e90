import { deviceLogCalls } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { Checkbox, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { MomentField } from '../../../../kit/form/moment-field.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';
import { PathsField } from './paths-field.tsx';

const hourMs = 3_600_000;
const sources = ['RANGE', 'PATHS'] as const;
type Source = (typeof sources)[number];

/** Fetches logs of one robot: the lines of a period, or whole files. */
export function PullDialog({ deviceId, onClose }: { deviceId?: string; onClose: () => void }) {
  const { t } = useTranslation('remote/logs');
  const [now] = useState(() => Date.now());
  return (
    <FormDialog
      title={t('pull')}
      call={deviceLogCalls.upload}
      submit={t('pullAct')}
      done={t('started')}
      initial={{
        source: 'RANGE',
        from: new Date(now - hourMs).toISOString(),
        to: new Date(now).toISOString(),
        paths: [],
        modules: [],
        allowMobileData: false,
        ...(deviceId !== undefined && { deviceId }),
      }}
      onClose={onClose}
    >
      {deviceId === undefined && <DeviceField />}
      <Form.Item name="source" label={t('what')}>
        <SourceField />
      </Form.Item>
      <WishFields />
      <Form.Item name="allowMobileData" valuePropName="checked" noStyle>
        <Checkbox>{t('mobileData')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}

function DeviceField() {
  const { t } = useTranslation('remote/logs');
  const { devices, options, search } = useDeviceChoices();
  const able = new Set(devices.filter((device) => can(device, 'logPull')).map(({ id }) => id));
  return (
    <Form.Item name="deviceId" label={t('robot')}>
      <Select
        options={options.filter(({ value }) => able.has(value))}
        showSearch={{ onSearch: search, filterOption: false }}
      />
    </Form.Item>
  );
}

function SourceField({ value = 'RANGE', onChange }: { value?: Source; onChange?: (value: Source) => void }) {
  const { t } = useTranslation('remote/logs');
  return (
    <Segments
      onlyWay
      label={t('what')}
      value={value}
      options={sources.map((source) => ({ value: source, text: t(`sources.${source}`) }))}
      onChange={(source) => onChange?.(source)}
    />
  );
}

/** The fields of the chosen way. */
function WishFields() {
  const { t } = useTranslation('remote/logs');
  const source = Form.useWatch<Source>('source', { preserve: true });
  const deviceId = Form.useWatch<string | undefined>('deviceId', { preserve: true });
  if (source === 'PATHS') return <PathsField deviceId={deviceId} />;
  return (
    <>
      <div className="log-period">
        <Form.Item name="from" label={t('from')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="to" label={t('to')}>
          <MomentField />
        </Form.Item>
      </div>
      <Form.Item name="modules" label={t('modules')} extra={t('modulesHint')}>
        <Select mode="tags" tokenSeparators={[',', ' ']} open={false} suffixIcon={null} />
      </Form.Item>
    </>
  );
}
