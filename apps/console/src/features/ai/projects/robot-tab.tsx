import {
  aiProjectCalls,
  deviceCalls,
  pages,
  type AiProjectDetail,
  type AiProjectDevice,
} from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { DevicesDialog } from './dialogs/devices-dialog.tsx';
import { StartDialog } from './dialogs/start-dialog.tsx';
import { CollectionCell, CountCell, UploadCell } from './robot-cells.tsx';

const isOpen = ({ collection }: AiProjectDevice) => collection === 'WAITING' || collection === 'COLLECTING';

/** The robots of a project with both states, and what each waits for. */
export function RobotTab({ project }: { project: AiProjectDetail }) {
  const { t } = useTranslation('ai/projects');
  const [choosing, setChoosing] = useState(false);
  const [again, setAgain] = useState<string | null>(null);
  const { deviceList } = project;
  // The choice lists robots, so it needs their permission too.
  const choose = may(deviceCalls.list.allow) && may(aiProjectCalls.devices.allow) && (
    <Button icon="robot" onClick={() => setChoosing(true)}>
      {t('chooseRobots')}
    </Button>
  );
  return (
    <div className="ai-tab">
      {deviceList.length === 0 ? (
        <Empty icon="robot" title={t('noRobots')} hint={t('noRobotsHint')}>
          {choose}
        </Empty>
      ) : (
        <>
          <div className="ai-tab-head">{choose}</div>
          <RobotTable project={project} onAgain={setAgain} />
        </>
      )}
      {choosing && <DevicesDialog project={project} onClose={() => setChoosing(false)} />}
      {again !== null && <StartDialog project={project} deviceId={again} onClose={() => setAgain(null)} />}
    </div>
  );
}

interface TableProps {
  project: AiProjectDetail;
  onAgain: (deviceId: string) => void;
}

function RobotTable({ project, onAgain }: TableProps) {
  const { t } = useTranslation('ai/projects');
  const mayStart = may(aiProjectCalls.restart.allow);
  const heads = ['robot', 'site', 'consent', 'collection', 'counts', 'upload'] as const;
  return (
    <PlainTable cards>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
          {mayStart && <th scope="col" aria-label={t('restart')} />}
        </tr>
      </thead>
      <tbody>
        {project.deviceList.map((device) => (
          <tr key={device.deviceId}>
            <th scope="row" data-label={t('robot')}>
              <Link to={pages.device({ id: device.deviceId })}>{device.nickname}</Link>
              <small>{device.sn}</small>
            </th>
            <td data-label={t('site')}>
              {device.siteName ?? unknown}
              <small>{device.companyName}</small>
            </td>
            <td data-label={t('consent')}>
              {device.hasConsent ? (
                <StateMark tone="working" icon="check" word={t('consentYes')} />
              ) : (
                <StateMark tone="waiting" icon="alert" word={t('consentNo')} />
              )}
            </td>
            <CollectionCell device={device} />
            <CountCell device={device} />
            <UploadCell device={device} />
            {mayStart && (
              <td>
                {!isOpen(device) && device.collection !== 'UNCOLLECTED' && (
                  <Button icon="refresh" onClick={() => onAgain(device.deviceId)}>
                    {t('restart')}
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
