import { elevatorModuleCalls, moduleTypes, type ElevatorModule, type Output } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

interface Props {
  projectId: string;
  /** The module to edit. Without it the dialog creates one. */
  module: ElevatorModule | undefined;
  onAdded: (added: Output<typeof elevatorModuleCalls.add>) => void;
  onClose: () => void;
}

/** Dialog for a module: number, serial number and type. */
export function ModuleDialog({ projectId, module, onAdded, onClose }: Props) {
  const { t } = useTranslation('places/elevators');
  if (!module)
    return (
      <FormDialog
        title={t('addModule')}
        call={elevatorModuleCalls.add}
        initial={{ projectId, type: 'CONTROLLER' }}
        submit={t('add')}
        done={null}
        also={['elevatorProjects']}
        after={(added) => {
          onClose();
          onAdded(added);
        }}
        onClose={onClose}
      >
        <ModuleFields />
      </FormDialog>
    );
  const { id, version, number, serial, manufacturer, type } = module;
  return (
    <FormDialog
      title={t('editTitle', { name: number })}
      call={elevatorModuleCalls.update}
      initial={{ id, version, number, serial, manufacturer, type }}
      submit={t('save')}
      done={t('saved', { name: number })}
      also={['elevatorProjects', 'elevators']}
      onClose={onClose}
    >
      <ModuleFields />
    </FormDialog>
  );
}

function ModuleFields() {
  const { t } = useTranslation('places/elevators');
  return (
    <>
      <Form.Item name="number" label={t('number')}>
        <Input maxLength={40} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="serial" label={t('serial')} extra={t('serialHint')}>
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      <Form.Item name="manufacturer" label={t('manufacturer')}>
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      <Form.Item name="type" label={t('type')} extra={t('typeHint')}>
        <Select options={moduleTypes.map((value) => ({ value, label: t(`types.${value}`) }))} />
      </Form.Item>
    </>
  );
}
