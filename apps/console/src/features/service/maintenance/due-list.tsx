import { dueStates, maintenancePlanCalls, pages, type MaintenanceDue } from '@sweepline/contract';
import { Input } from 'antd';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { formatDate } from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { dueLooks } from './maintenance-looks.ts';
import { useMaintenanceWords } from './use-maintenance-words.ts';
import { orderNumber } from '../../../shared/work-order-words/order-number.ts';

function useDueColumns(): Column<MaintenanceDue>[] {
  const { t } = useTranslation('service/maintenance');
  const words = useMaintenanceWords();
  return useMemo(() => {
    const robot = ({ device, companyName }: MaintenanceDue) => (
      <>
        <Link className="sl-identity" to={pages.device({ id: device.id, tab: 'maintenance' })}>
          {device.name}
        </Link>
        <small>
          {device.sn} · {companyName}
        </small>
      </>
    );
    return [
      { key: 'robot', title: t('robot'), cell: robot },
      { key: 'plan', title: t('plan'), cell: ({ planName }) => planName },
      {
        key: 'state',
        title: t('state'),
        cell: ({ state }) => <StateMark {...dueLooks[state]} word={t(`dueStates.${state}`)} />,
      },
      {
        key: 'due',
        title: t('dueOn'),
        cell: ({ dueAt, reason, checkedAt }) => (
          <>
            {checkedAt === null ? t('notChecked') : formatDate(dueAt)}
            {reason && <small>{words.reason(reason)}</small>}
          </>
        ),
      },
      { key: 'site', title: t('site'), width: '160px', cell: ({ site }) => site?.name ?? '—' },
      {
        key: 'order',
        title: t('order'),
        cell: ({ order }) =>
          order ? <Link to={pages.workOrder({ id: order.id })}>{orderNumber(order)}</Link> : '—',
      },
    ];
  }, [t, words]);
}

/** Leaves one time out, with the reason that stands in the record. */
function SkipDialog({ due, onClose }: { due: MaintenanceDue; onClose: () => void }) {
  const { t } = useTranslation('service/maintenance');
  const { t: kit } = useTranslation('kit');
  const [reason, setReason] = useState('');
  const skip = useAction(maintenancePlanCalls.skip, {
    done: t('skipped', { plan: due.planName, robot: due.device.name }),
    also: ['maintenanceRecords', 'workOrders', 'needs'],
    after: onClose,
    silent: true,
  });
  return (
    <Dialog
      open
      title={t('skipTitle', { plan: due.planName, robot: due.device.name })}
      okText={t('skip')}
      cancelText={kit('cancel')}
      confirmLoading={skip.isPending}
      onOk={() => skip.mutate({ id: due.id, reason })}
      onCancel={onClose}
    >
      <div className="maintenance-form">
        <p>{due.order ? t('skipHintOrder', { number: orderNumber(due.order) }) : t('skipHint')}</p>
        <label>
          <span>{t('reason')}</span>
          <Input.TextArea
            rows={3}
            maxLength={300}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <Refusal error={skip.error} />
      </div>
    </Dialog>
  );
}

/** Row actions of due robots, and the dialog that they open. */
export function useSkip() {
  const { t } = useTranslation('service/maintenance');
  const [skipping, setSkipping] = useState<MaintenanceDue>();
  const rowActions = useCallback(
    (due: MaintenanceDue) => {
      const run = () => setSkipping(due);
      return (
        <RowMenu
          label={due.device.name}
          items={[
            may(maintenancePlanCalls.skip.allow) && { key: 'skip', text: t('skipOnce'), icon: 'close', run },
          ]}
        />
      );
    },
    [t],
  );
  const dialog = skipping && <SkipDialog due={skipping} onClose={() => setSkipping(undefined)} />;
  return { rowActions, dialog };
}

/** The robots of all plans, or of one, the earliest due first. */
export function DueList({ views, planId }: { views: ReactNode; planId: string | null }) {
  const { t } = useTranslation('service/maintenance');
  const list = useList(maintenancePlanCalls.dues, planId === null ? {} : { planId });
  const devices = useDeviceChoices(list.filters.deviceId);
  const { rowActions, dialog } = useSkip();
  return (
    <>
      <ListPage
        title={planId === null ? t('dueRobots') : (list.rows[0]?.planName ?? t('dueRobots'))}
        list={list}
        columns={useDueColumns()}
        rowActions={rowActions}
        filters={
          <>
            <ChoiceFilter
              several
              name="state"
              label={t('state')}
              options={dueStates.map((value) => ({ value, label: t(`dueStates.${value}`) }))}
            />
            <ChoiceFilter
              name="deviceId"
              label={t('robot')}
              options={devices.options}
              onSearch={devices.search}
            />
            <CompanyFilter label={t('company')} />
          </>
        }
        actions={views}
        empty={<Empty icon="check" title={t('noDues')} hint={t('noDuesHint')} />}
      />
      {dialog}
    </>
  );
}
