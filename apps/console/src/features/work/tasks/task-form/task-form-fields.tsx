import { finishes, patterns, strategies } from '@sweepline/contract';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../../shared/words/use-words.ts';
import { FormField } from '../form-field.tsx';
import { TaskHowFields } from './task-how-fields.tsx';
import { TaskWhereFields } from './task-where-fields.tsx';
import { useFieldProps } from '../use-field-props.ts';
import type { FormData } from './use-form-data.ts';
import type { TaskForm } from './use-task-form.ts';
import { ZoneList } from '../zone-list.tsx';
import { ZoneWishFields } from './zone-wish-fields.tsx';

interface Props {
  form: TaskForm;
  data: FormData;
  onHover: (zoneId: string | undefined) => void;
}

/** The fields of a task: name, robot and map, areas, cleaning mode, and the end action. */
export function TaskFormFields({ form, data, onHover }: Props) {
  const { t } = useTranslation('work/tasks');
  const { choices } = useWords();
  const { values, change } = form;
  const field = useFieldProps(form);
  const zonesHint = !values.mapId
    ? 'mapFirst'
    : data.map.isSuccess && data.zones.length === 0
      ? 'noZones'
      : 'zonesHint';
  return (
    <>
      <FormField {...field('name')} hint={!form.savesTask && t('optionalName')}>
        <input
          className="sl-input"
          value={values.name}
          maxLength={60}
          onChange={(event) => change({ name: event.target.value })}
        />
      </FormField>
      <TaskWhereFields form={form} data={data} />
      <FormField {...field('zoneIds')} grouped hint={t(zonesHint)}>
        <ZoneList
          zones={data.zones}
          value={values.zoneIds}
          onChange={(zoneIds) => change({ zoneIds })}
          onHover={onHover}
        />
      </FormField>
      <TaskHowFields form={form} device={data.device} />
      <ZoneWishFields form={form} device={data.device} zones={data.zones} />
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
