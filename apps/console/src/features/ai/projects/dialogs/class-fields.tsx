import { aiLimits, type AiClass } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';

/** Colours that stay apart on floors, for new classes. */
const colours = ['#2563eb', '#d97706', '#16a34a', '#dc2626', '#7c3aed', '#0891b2', '#db2777', '#65a30d'];

/** A new class with the next free key and colour. */
function newClass(classes: readonly AiClass[]): AiClass {
  const keys = '123456789abcdefhijklmnopqrstuvwxyz';
  const key = [...keys].find((it) => classes.every((other) => other?.key !== it)) ?? '1';
  const id = crypto.randomUUID();
  return { id, name: '', colour: colours[classes.length % colours.length]!, key };
}

/** The classes that people mark, each with a colour and the key that chooses it. */
export function ClassFields() {
  const { t } = useTranslation('ai/projects');
  const form = Form.useFormInstance();
  const classes = (Form.useWatch('classes', form) as AiClass[] | undefined) ?? [];
  return (
    <Form.List name="classes">
      {(fields, { add, remove }, { errors }) => (
        <fieldset className="ai-classes">
          <legend>{t('classes')}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="ai-class-row">
              <Form.Item name={[name, 'colour']}>
                <input type="color" aria-label={t('classColour')} />
              </Form.Item>
              <Form.Item name={[name, 'name']}>
                <Input
                  maxLength={aiLimits.classNameLength}
                  aria-label={t('className')}
                  placeholder={t('className')}
                />
              </Form.Item>
              <Form.Item name={[name, 'key']}>
                <Input maxLength={1} aria-label={t('classKey')} placeholder={t('classKey')} />
              </Form.Item>
              <Button look="quiet" icon="close" aria-label={t('removeClass')} onClick={() => remove(name)} />
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          {fields.length < aiLimits.classes && (
            <Button look="quiet" icon="plus" onClick={() => add(newClass(classes))}>
              {t('addClass')}
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  );
}
