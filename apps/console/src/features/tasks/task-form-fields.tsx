import { finishes, patterns, strategies, type Device, type MapRow } from '@sweepline/contract';
import { can, modelOf } from '@sweepline/contract/robot';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceChoices } from '../../kit/robot/use-device-choices.ts';
import { Segments } from '../../kit/segments.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import { FormField } from './form-field.tsx';
import { Readiness } from './readiness.tsx';
import { withDevice, type CleanZone, type Field } from './task-form-values.ts';
import type { TaskForm } from './use-task-form.ts';
import { ZoneList } from './zone-list.tsx';

interface Props {
  form: TaskForm;
  device: Device | undefined;
  maps: readonly MapRow[];
  zones: readonly CleanZone[];
  /** Whether the zones of the chosen map are known yet. */
  mapRead: boolean;
  onHover: (zoneId: string | undefined) => void;
}

export function TaskFormFields({ form, device, maps, zones, mapRead, onHover }: Props) {
  const { t } = useTranslation('tasks');
  const { choices } = useWords();
  const { values, change } = form;
  const { devices, options, search } = useDeviceChoices(values.deviceId);
  const cleaners = new Set(devices.filter(({ model }) => can(model, 'clean')).map(({ id }) => id));
  const model = device && modelOf(device.model);
  const elsewhere = device?.live.mapId && values.mapId && device.live.mapId !== values.mapId;

  const field = (name: Field) => ({
    field: name,
    label: t(`fields.${name}`),
    error: form.refused[name] ?? (form.missing.has(name) ? t(`required.${name as 'name'}`) : undefined),
    onLeave: () => form.leave(name),
  });

  return (
    <>
      <FormField {...field('name')}>
        <input
          className="sl-input"
          value={values.name}
          maxLength={60}
          onChange={(event) => change({ name: event.target.value })}
        />
      </FormField>
      <FormField
        {...field('deviceId')}
        hint={device && <Readiness deviceId={device.id} mapId={values.mapId} />}
      >
        <Select
          showSearch={{ onSearch: search, filterOption: false }}
          value={values.deviceId ?? null}
          placeholder={t('chooseDevice')}
          options={options.filter(({ value }) => cleaners.has(value))}
          onChange={(id) => {
            const next = devices.find((one) => one.id === id);
            if (next) change(withDevice(values, { id: next.id, model: next.model, mapId: next.live.mapId }));
          }}
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
      <FormField
        {...field('zoneIds')}
        grouped
        hint={mapRead && zones.length === 0 ? t('noZones') : t('zonesHint')}
      >
        <ZoneList
          zones={zones}
          value={values.zoneIds}
          onChange={(zoneIds) => change({ zoneIds })}
          onHover={onHover}
        />
      </FormField>
      <FormField {...field('cleaningMode')} grouped>
        <Segments
          label={t('fields.cleaningMode')}
          value={values.cleaningMode ?? ''}
          options={asSegments(choices('cleaningMode', model?.cleaningModes ?? []))}
          onChange={(cleaningMode) => change({ cleaningMode })}
        />
      </FormField>
      <FormField {...field('strength')} grouped>
        <Segments
          label={t('fields.strength')}
          value={values.strength ?? ''}
          options={asSegments(choices('strength', model?.strengths ?? []))}
          onChange={(strength) => change({ strength })}
        />
      </FormField>
      <FormField {...field('repetitions')}>
        <InputNumber
          min={1}
          max={99}
          precision={0}
          value={values.repetitions}
          onChange={(repetitions) => change({ repetitions })}
        />
      </FormField>
      <FormField {...field('pattern')}>
        <Select
          options={choices('pattern', patterns)}
          value={values.pattern}
          onChange={(pattern) => change({ pattern })}
        />
      </FormField>
      <FormField {...field('strategy')}>
        <Select
          options={choices('strategy', strategies)}
          value={values.strategy}
          onChange={(strategy) => change({ strategy })}
        />
      </FormField>
      <FormField {...field('finish')}>
        <Select
          options={choices('finish', finishes)}
          value={values.finish}
          onChange={(finish) => change({ finish })}
        />
      </FormField>
    </>
  );
}

const asSegments = (choices: { value: string; label: string }[]) =>
  choices.map(({ value, label }) => ({ value, text: label }));
