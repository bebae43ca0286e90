import {
  checklistCalls,
  maintenanceLimits,
  maintenancePlanCalls,
  maintenanceTypes,
  planAnchors,
  workOrderLevels,
  type MaintenancePlan,
  type Sent,
} from '@sweepline/contract';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { PlanPreview } from './plan-preview.tsx';
import { TargetFields } from './target-fields.tsx';
import { TriggerFields } from './trigger-fields.tsx';

interface Props {
  /** The plan to edit. Without it the dialog creates one. */
  plan?: MaintenancePlan;
  onClose: () => void;
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const valuesOf = (plan: MaintenancePlan): Sent<typeof maintenancePlanCalls.update> => ({
  id: plan.id,
  version: plan.version,
  name: plan.name,
  type: plan.type,
  work: plan.work,
  triggers: plan.triggers,
  anchor: plan.anchor,
  models: plan.models,
  groupIds: idsOf(plan.groups),
  siteIds: idsOf(plan.sites),
  deviceIds: idsOf(plan.devices),
  templateId: plan.templateId,
  level: plan.level,
  leadDays: plan.leadDays,
  active: plan.active,
});

const newPlan: Partial<Sent<typeof maintenancePlanCalls.add>> = {
  type: 'INSPECTION',
  triggers: [{ kind: 'DAYS', value: 90, part: null }],
  anchor: 'FLOATING',
  level: 'GENERAL',
  leadDays: 7,
  active: true,
  models: [],
  groupIds: [],
  siteIds: [],
  deviceIds: [],
};

/** Creates or edits a plan: the work, what makes it due, for which robots, and when each would be due. */
export function PlanDialog({ plan, onClose }: Props) {
  const { t } = useTranslation('service/maintenance');
  const fields = <PlanFields plan={plan} />;
  return plan ? (
    <FormDialog
      title={t('editPlan', { name: plan.name })}
      call={maintenancePlanCalls.update}
      submit={t('save')}
      initial={valuesOf(plan)}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  ) : (
    <FormDialog
      title={t('addPlan')}
      call={maintenancePlanCalls.add}
      submit={t('addPlan')}
      done={t('added')}
      initial={newPlan}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}

/** The checklist of the orders that the plan makes. */
function TemplateField({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation('service/maintenance');
  const isOffered = may(checklistCalls.list.allow);
  const { data } = useQuery({
    ...callQuery(checklistCalls.list, { ...(companyId && { companyId }), pageSize: 99 }),
    enabled: isOffered,
    meta: { silent: true },
  });
  if (!isOffered) return null;
  return (
    <Form.Item name="templateId" label={t('template')}>
      <Select
        allowClear
        placeholder={t('none')}
        options={data?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      />
    </Form.Item>
  );
}

function PlanFields({ plan }: { plan: MaintenancePlan | undefined }) {
  const { t } = useTranslation('service/maintenance');
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="work" label={t('work')} extra={t('workHint')}>
        <Input.TextArea rows={2} maxLength={maintenanceLimits.content} />
      </Form.Item>
      <div className="maintenance-row">
        <Form.Item name="type" label={t('type')}>
          <Select options={maintenanceTypes.map((value) => ({ value, label: t(`types.${value}`) }))} />
        </Form.Item>
        <Form.Item name="level" label={t('level')}>
          <Select options={workOrderLevels.map((value) => ({ value, label: t(`levels.${value}`) }))} />
        </Form.Item>
      </div>
      <Form.Item name="triggers" label={t('triggers')} extra={t('triggersHint')}>
        <TriggerFields />
      </Form.Item>
      <div className="maintenance-row">
        <Form.Item name="anchor" label={t('anchor')}>
          <Select options={planAnchors.map((value) => ({ value, label: t(`anchors.${value}`) }))} />
        </Form.Item>
        <Form.Item name="leadDays" label={t('leadDays')}>
          <InputNumber min={0} max={maintenanceLimits.leadDays} precision={0} suffix={t('dayUnit')} />
        </Form.Item>
      </div>
      <TemplateField companyId={plan?.companyId} />
      <TargetFields plan={plan} />
      <Form.Item name="active" label={t('active')} valuePropName="checked" layout="horizontal">
        <Switch />
      </Form.Item>
      <PlanPreview planId={plan?.id} />
    </>
  );
}
