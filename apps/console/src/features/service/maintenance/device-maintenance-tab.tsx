import { maintenancePlanCalls, type deviceCalls, type Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { formatDate } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useSkip } from './due-list.tsx';
import { dueLooks } from './maintenance-looks.ts';
import { RecordList } from './record-list.tsx';
import { useMaintenanceWords } from './use-maintenance-words.ts';
import './maintenance.css';

/** What is due on one robot, and its service book. */
export function DeviceMaintenanceTab({ detail: { device } }: { detail: Output<typeof deviceCalls.detail> }) {
  return (
    <div className="maintenance-tab">
      {may(maintenancePlanCalls.dues.allow) && <DeviceDues deviceId={device.id} />}
      <RecordList device={{ id: device.id, name: device.nickname || device.sn }} />
    </div>
  );
}

function DeviceDues({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('service/maintenance');
  const words = useMaintenanceWords();
  const { rowActions, dialog } = useSkip();
  const { data } = useQuery({
    ...callQuery(maintenancePlanCalls.dues, { deviceId, pageSize: 50 }),
    meta: { silent: true },
  });
  if (!data || data.list.length === 0) return null;
  return (
    <section className="maintenance-preview">
      <h2>{t('nextOnRobot')}</h2>
      <PlainTable look="inline">
        <thead>
          <tr>
            <th>{t('plan')}</th>
            <th>{t('dueOn')}</th>
            <th>{t('state')}</th>
            <th scope="col">
              <span className="sl-sr-only">{t('skipOnce')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.list.map((due) => (
            <tr key={due.id}>
              <td>{due.planName}</td>
              <td>
                {due.checkedAt === null ? t('notChecked') : formatDate(due.dueAt)}
                {due.reason && <small>{words.reason(due.reason)}</small>}
              </td>
              <td>
                <StateMark {...dueLooks[due.state]} word={t(`dueStates.${due.state}`)} />
              </td>
              <td>{rowActions(due)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {dialog}
    </section>
  );
}
