import { can } from '@sweepline/contract/robot';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';
import { FormField } from '../form-field.tsx';
import { Readiness } from '../../../../shared/run/readiness.tsx';
import { withDevice } from './task-form-values.ts';
import { useFieldProps } from '../use-field-props.ts';
import type { FormData } from './use-form-data.ts';
import type { TaskForm } from './use-task-form.ts';

interface Props {
  form: TaskForm;
  data: FormData;
}

/** The robot and the map. Only robots that clean are offered. */
export function TaskWhereFields({ form, data: { device, maps } }: Props) {
  const { t } = useTranslation('work/tasks');
  const { values, change } = form;
  const field = useFieldProps(form);
  const { devices, options, search } = useDeviceChoices(values.deviceId);
  const cleaners = new Set(devices.filter((device) => can(device, 'clean')).map(({ id }) => id));
  const elsewhere = device?.live.mapId && values.mapId && device.live.mapId !== values.mapId;
  const chooseDevice = (id: string) => {
    const next = devices.find((candidate) => candidate.id === id);
    if (next) change(withDevice(values, { ...next, mapId: next.live.mapId }));
  };
  return (
    <>
      <FormField
        {...field('deviceId')}
        hint={device && <Readiness deviceId={device.id} mapId={values.mapId} />}
      >
        <Select
          showSearch={{ onSearch: search, filterOption: false }}
          value={values.deviceId ?? null}
          placeholder={t('chooseDevice')}
          options={options.filter(({ value }) => cleaners.has(value))}
          onChange={chooseDevice}
        />
      </FormField>
      <FormField {...field('mapId')} hint={elsewhere && t('otherMapHint')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          value={values.mapId ?? null}
          placeholder={t('chooseMap')}
          options={maps.map(({ id, name }) => ({
            value: id,
            label: id === device?.live.mapId ? t('currentMap', { name }) : name,
          }))}
          onChange={(mapId) => change({ mapId, zoneIds: [] })}
        />
      </FormField>
    </>
  );
}
