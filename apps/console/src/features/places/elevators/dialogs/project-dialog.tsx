import {
  elevatorProjectCalls,
  scenarios,
  siteCalls,
  type ElevatorProject,
  type ElevatorProjectDetail,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';

interface Props {
  /** The project to edit. Without it the dialog creates one. */
  project?: ElevatorProject;
  onAdded?: (project: ElevatorProjectDetail) => void;
  onClose: () => void;
}

/** Dialog for number, name, site and the other facts of a project. */
export function ProjectDialog({ project, onAdded, onClose }: Props) {
  const { t } = useTranslation('places/elevators');
  if (!project)
    return (
      <FormDialog
        title={t('addProject')}
        call={elevatorProjectCalls.add}
        initial={{ address: '', scene: '', property: '' }}
        submit={t('add')}
        done={null}
        after={(added) => {
          onClose();
          onAdded?.(added);
        }}
        onClose={onClose}
      >
        <ProjectFields />
      </FormDialog>
    );
  const { id, version, number, name, siteId, address, scene, property } = project;
  return (
    <FormDialog
      title={t('editTitle', { name })}
      call={elevatorProjectCalls.update}
      initial={{ id, version, number, name, siteId, address, scene, property }}
      submit={t('save')}
      done={t('saved', { name })}
      also={['elevators', 'elevatorModules']}
      onClose={onClose}
    >
      <ProjectFields />
    </FormDialog>
  );
}

function ProjectFields() {
  const { t } = useTranslation('places/elevators');
  const { choices } = useWords();
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  return (
    <>
      <Form.Item name="number" label={t('number')}>
        <Input maxLength={40} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="siteId" label={t('site')} extra={t('siteHint')}>
        <Select
          showSearch
          optionFilterProp="label"
          options={sites.map(({ id, name, companyName }) => ({
            value: id,
            label: `${name} · ${companyName}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="address" label={t('address')} extra={t('addressHint')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="scene"
        label={t('scene')}
        extra={t('sceneHint')}
        getValueFromEvent={(values: string[]) => (values.at(-1) ?? '').slice(0, 40)}
        getValueProps={(value: string) => ({ value: value ? [value] : [] })}
      >
        <Select mode="tags" options={choices('scenario', scenarios)} optionFilterProp="label" allowClear />
      </Form.Item>
      <Form.Item name="property" label={t('property')}>
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
    </>
  );
}
