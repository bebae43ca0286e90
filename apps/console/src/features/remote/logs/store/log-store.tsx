import { deviceCalls, deviceLogCalls } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';
import { useLogDir } from './log-dir.ts';
import { LogFolder } from './log-folder.tsx';
import { LogStoreTree } from './log-store-tree.tsx';
import '../device-logs.css';
import './log-store.css';

/** The stored logs as folders: robots, below them what was fetched, and the files that are still on a robot. */
export function LogStore({ views }: { views: ReactNode }) {
  const { t } = useTranslation('remote/logs');
  const { dir, sn } = useLogDir();
  return (
    <section className="sl-list">
      <header className="sl-page-head">
        <h1>{t('title')}</h1>
        <div className="sl-page-actions">
          {views}
          {may(deviceCalls.list.allow) && may(deviceLogCalls.list.allow) && <RobotChoice />}
        </div>
      </header>
      <div className={sn === undefined ? 'log-store' : 'log-store log-store-open'}>
        <LogStoreTree />
        <div className="log-store-main">
          {sn === undefined ? (
            <Empty icon="tree" title={t('chooseFolder')} hint={t('chooseFolderHint')} />
          ) : (
            <LogFolder key={dir} />
          )}
        </div>
      </div>
    </section>
  );
}

/** Opens the folder of any robot, also of one without stored logs. */
function RobotChoice() {
  const { t } = useTranslation('remote/logs');
  const navigate = useNavigate();
  const { addressOf } = useLogDir();
  const { devices, options, search } = useDeviceChoices();
  const able = new Map(devices.filter((device) => can(device, 'logPull')).map(({ id, sn }) => [id, sn]));
  return (
    <Select
      className="log-store-robot"
      aria-label={t('openRobot')}
      placeholder={t('openRobot')}
      value={null}
      options={options.filter(({ value }) => able.has(value))}
      showSearch={{ onSearch: search, filterOption: false }}
      onChange={(id: string | null) => void navigate(addressOf(`/${able.get(id ?? '') ?? ''}`))}
    />
  );
}
