import { type Device } from '@sweepline/contract';
import { cleaningChoicesOf } from '@sweepline/contract/robot';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { FormField } from '../form-field.tsx';
import { useFieldProps } from '../use-field-props.ts';
import type { TaskForm } from './use-task-form.ts';

interface Props {
  form: TaskForm;
  device: Device | undefined;
}

/** Mode, strength and repetitions, with the labels of the model. */
export function TaskHowFields({ form, device }: Props) {
  const { t } = useTranslation('work/tasks');
  const { choices } = useWords();
  const { values, change } = form;
  const field = useFieldProps(form);
  const model = device && cleaningChoicesOf(device);
  const hint = !model && t('deviceFirst');
  const texts = (words: { value: string; label: string }[]) =>
    words.map(({ value, label }) => ({ value, text: label }));
  return (
    <>
      <FormField {...field('cleaningMode')} grouped hint={hint}>
        <>
          {model && (
            <Segments
              label={t('fields.cleaningMode')}
              value={values.cleaningMode ?? ''}
              options={texts(choices('cleaningMode', model.cleaningModes, model.names))}
              onChange={(cleaningMode) => change({ cleaningMode })}
            />
          )}
        </>
      </FormField>
      <FormField {...field('strength')} grouped hint={hint}>
        <>
          {model && (
            <Segments
              label={t('fields.strength')}
              value={values.strength ?? ''}
              options={texts(choices('strength', model.strengths, model.names))}
              onChange={(strength) => change({ strength })}
            />
          )}
        </>
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
    </>
  );
}
