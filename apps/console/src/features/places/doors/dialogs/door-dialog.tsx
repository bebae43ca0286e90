import {
  doorCalls,
  doorKinds,
  elevatorModuleCalls,
  elevatorProjectCalls,
  type AccessDoor,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

const pageSize = 200;

/** Dialog for a new door, or for one that is stored. */
export function DoorDialog({ door, onClose }: { door?: AccessDoor; onClose: () => void }) {
  const { t } = useTranslation('places/doors');
  const shared = { submit: t('save'), onClose, children: <Fields projectId={door?.projectId} /> };
  if (!door)
    return (
      <FormDialog
        {...shared}
        title={t('add')}
        call={doorCalls.add}
        initial={{ kind: 'DOOR' }}
        done={t('added')}
      />
    );
  const { id, version, number, name, kind, module } = door;
  return (
    <FormDialog
      {...shared}
      title={t('editTitle', { name })}
      call={doorCalls.update}
      initial={{ id, version, number, name, kind, moduleId: module?.id ?? null }}
      done={t('saved', { name })}
    />
  );
}

function Fields({ projectId }: { projectId: string | undefined }) {
  const { t } = useTranslation('places/doors');
  const chosen: unknown = Form.useWatch('projectId');
  const ofProject = projectId ?? (typeof chosen === 'string' ? chosen : undefined);
  const projects = useQuery({
    ...callQuery(elevatorProjectCalls.list, { pageSize }),
    enabled: projectId === undefined,
  });
  const modules = useQuery({
    ...callQuery(elevatorModuleCalls.list, { projectId: ofProject, pageSize }),
    enabled: ofProject !== undefined,
  });
  return (
    <>
      {projectId === undefined && (
        <Form.Item name="projectId" label={t('project')} extra={t('projectHint')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={projects.data?.list.map(({ id, name, siteName }) => ({
              value: id,
              label: `${name} · ${siteName}`,
            }))}
          />
        </Form.Item>
      )}
      <Form.Item name="number" label={t('number')} extra={t('numberHint')}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="kind" label={t('kind')}>
        <Select options={doorKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
      </Form.Item>
      <Form.Item name="moduleId" label={t('module')}>
        <Select
          allowClear
          disabled={ofProject === undefined}
          options={modules.data?.list.map(({ id, number }) => ({ value: id, label: number }))}
        />
      </Form.Item>
    </>
  );
}
