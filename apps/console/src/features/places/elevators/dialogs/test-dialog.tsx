import { elevatorTestCalls, type Elevator } from '@sweepline/contract';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

/** Dialog for a commissioning test: which car, and between which floors. */
export function TestDialog({ elevator, onClose }: { elevator: Elevator; onClose: () => void }) {
  const { t } = useTranslation('places/elevators');
  const { id: elevatorId, name, cars, floors } = elevator;
  const stops = floors.map(({ label }) => ({ value: label, label }));
  return (
    <FormDialog
      title={t('testTitle', { name })}
      call={elevatorTestCalls.start}
      initial={{
        elevatorId,
        carId: cars[0]?.id ?? '',
        from: stops[0]?.value ?? '',
        to: stops.at(-1)?.value ?? '',
      }}
      submit={t('startTest')}
      done={null}
      onClose={onClose}
    >
      <p>{t('testHint')}</p>
      <Form.Item name="carId" label={t('carNumber')}>
        <Select options={cars.map((car) => ({ value: car.id, label: car.name || car.id }))} />
      </Form.Item>
      <Form.Item name="from" label={t('testFrom')}>
        <Select options={stops} />
      </Form.Item>
      <Form.Item name="to" label={t('testTo')}>
        <Select options={stops} />
      </Form.Item>
    </FormDialog>
  );
}
