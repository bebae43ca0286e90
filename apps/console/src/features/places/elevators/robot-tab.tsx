import { deviceCalls, elevatorProjectCalls, pages, type ElevatorProjectDetail } from '@sweepline/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { AddButton } from '../../../kit/list/add-button.tsx';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { DevicePicker } from '../../../shared/device-picker/device-picker.tsx';

/** The robots that may ride in the elevators of a project. */
export function RobotTab({ project }: { project: ElevatorProjectDetail }) {
  const { t } = useTranslation('places/elevators');
  const [linking, setLinking] = useState(false);
  const { id, version, name, companyId, deviceList } = project;
  // The choice lists robots, so it needs their permission too.
  const link = may(deviceCalls.list.allow) && (
    <AddButton call={elevatorProjectCalls.link} text={t('linkRobots')} onClick={() => setLinking(true)} />
  );
  return (
    <div className="elevator-tab">
      {deviceList.length === 0 ? (
        <Empty icon="robot" title={t('noRobots')} hint={t('noRobotsHint')}>
          {link}
        </Empty>
      ) : (
        <>
          <div className="elevator-tab-head">
            <p>{t('robotsHint')}</p>
            {link}
          </div>
          <RobotTable devices={deviceList} />
        </>
      )}
      {linking && (
        <FormDialog
          title={t('linkTitle', { name })}
          call={elevatorProjectCalls.link}
          initial={{ id, version, deviceIds: deviceList.map((device) => device.id) }}
          submit={t('save')}
          done={t('saved', { name })}
          onClose={() => setLinking(false)}
        >
          <Form.Item name="deviceIds">
            <DevicePicker label={t('robots')} narrowed={{ companyId }} />
          </Form.Item>
        </FormDialog>
      )}
    </div>
  );
}

function RobotTable({ devices }: { devices: ElevatorProjectDetail['deviceList'] }) {
  const { t } = useTranslation('places/elevators');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('robot')}</th>
          <th scope="col">{t('serial')}</th>
          <th scope="col">{t('model')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('rides')}</th>
        </tr>
      </thead>
      <tbody>
        {devices.map(({ id, nickname, sn, model, online, ridesElevators }) => (
          <tr key={id}>
            <th scope="row" data-label={t('robot')}>
              <Link to={pages.device({ id })}>{nickname}</Link>
            </th>
            <td data-label={t('serial')}>{sn}</td>
            <td data-label={t('model')}>{model}</td>
            <td data-label={t('state')}>
              {online ? (
                <StateMark tone="working" icon="signal" word={t('online')} />
              ) : (
                <StateMark tone="quiet" icon="offline" word={t('offline')} />
              )}
            </td>
            <td data-label={t('rides')}>
              {ridesElevators ? (
                <StateMark tone="working" icon="check" word={t('ridesYes')} />
              ) : (
                <StateMark tone="waiting" icon="alert" word={t('ridesNo')} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
