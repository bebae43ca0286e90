import { doorSides, elevatorLimits } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';

/** The cars of an elevator with their doors. */
export function CarFields() {
  const { t } = useTranslation('places/elevators');
  const doors = doorSides.map((value) => ({ value, label: t(`doors.${value}`) }));
  return (
    <Form.List name="cars">
      {(fields, { add, remove }, { errors }) => (
        <fieldset className="elevator-rows">
          <legend>{t('cars')}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="elevator-car-row">
              <Form.Item name={[name, 'id']}>
                <Input maxLength={32} aria-label={t('carNumber')} placeholder={t('carNumber')} />
              </Form.Item>
              <Form.Item name={[name, 'name']}>
                <Input maxLength={60} aria-label={t('carName')} placeholder={t('carName')} />
              </Form.Item>
              <Form.Item name={[name, 'doors']}>
                <Select
                  mode="multiple"
                  options={doors}
                  aria-label={t('doorTitle')}
                  placeholder={t('doorTitle')}
                />
              </Form.Item>
              <Button
                look="quiet"
                icon="close"
                aria-label={t('removeCar')}
                disabled={fields.length === 1}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          {fields.length < elevatorLimits.cars && (
            <Button
              look="quiet"
              icon="plus"
              onClick={() =>
                add({ id: String.fromCodePoint(65 + fields.length), name: '', doors: ['FRONT'] })
              }
            >
              {t('addCar')}
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  );
}
