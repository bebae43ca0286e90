import { elevatorCalls, type Elevator, type ElevatorProjectDetail } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { CarFields } from './car-fields.tsx';
import { FloorFields } from './floor-fields.tsx';

interface Props {
  project: ElevatorProjectDetail;
  /** The elevator to edit. Without it the dialog creates one. */
  elevator: Elevator | undefined;
  onClose: () => void;
}

/** The fields of the form; the call accepts no others. */
const valuesOf = ({ id, version, number, name, module, cars, floors }: Elevator) => ({
  id,
  version,
  number,
  name,
  moduleId: module?.id ?? null,
  cars,
  floors: floors.map(({ label, floorId, mapId, doors }) => ({ label, floorId, mapId, doors })),
});

/** A new elevator stops at every floor of the site; most floors have one map. */
const initialOf = ({ id: projectId, siteFloors }: ElevatorProjectDetail) => ({
  projectId,
  moduleId: null,
  cars: [{ id: 'A', name: '', doors: ['FRONT' as const] }],
  floors: siteFloors.map(({ id, name, maps }) => ({
    label: name,
    floorId: id,
    mapId: maps.length === 1 ? maps[0]!.id : null,
    doors: ['FRONT' as const],
  })),
});

/** Dialog for an elevator: its number, its module, its cars and where it stops. */
export function ElevatorDialog({ project, elevator, onClose }: Props) {
  const { t } = useTranslation('places/elevators');
  const shared = { also: ['elevatorProjects', 'elevatorModules'], onClose };
  const fields = (
    <>
      <Form.Item name="number" label={t('number')} extra={t('liftIdHint')}>
        <Input maxLength={40} autoComplete="off" autoFocus />
      </Form.Item>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="moduleId" label={t('module')}>
        <Select
          allowClear
          placeholder={t('noModule')}
          options={project.moduleList.map(({ id, number, serial }) => ({
            value: id,
            label: `${number} · ${serial}`,
          }))}
        />
      </Form.Item>
      <CarFields />
      <FloorFields siteFloors={project.siteFloors} />
    </>
  );
  return elevator ? (
    <FormDialog
      {...shared}
      title={t('editTitle', { name: elevator.name })}
      call={elevatorCalls.update}
      initial={valuesOf(elevator)}
      submit={t('save')}
      done={t('saved', { name: elevator.name })}
    >
      {fields}
    </FormDialog>
  ) : (
    <FormDialog
      {...shared}
      title={t('addElevator')}
      call={elevatorCalls.add}
      initial={initialOf(project)}
      submit={t('add')}
      done={t('elevatorAdded')}
    >
      {fields}
    </FormDialog>
  );
}
