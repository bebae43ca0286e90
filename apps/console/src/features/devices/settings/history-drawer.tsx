import { deviceSettingCalls, type Device, type SettingChange } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useSettings } from './settings-context.ts';

interface Props {
  device: Device;
  /** The key of one setting; null for all. */
  name: string | null;
  onAll: () => void;
  onClose: () => void;
}

const step = 20;
const maxRows = 99;

/** The changes of settings: author, values, and when the robot applied them. */
export function HistoryDrawer({ device, name, onAll, onClose }: Props) {
  const { t } = useTranslation('devices/settings');
  const { words } = useSettings();
  const [pageSize, setPageSize] = useState(step);
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceSettingCalls.changes, {
      id: device.id,
      pageSize,
      ...(name !== null && { key: name }),
    }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const title =
    name === null
      ? t('past.title', { name: device.nickname || device.sn })
      : t('past.one', { setting: words.nameOf(name) });
  return (
    <Drawer open size={520} title={title} onClose={onClose}>
      {name !== null && (
        <Button look="quiet" onClick={onAll}>
          {t('past.all')}
        </Button>
      )}
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={8} />}
      {data?.list.length === 0 && <Empty icon="history" title={t('past.empty')} hint={t('past.emptyHint')} />}
      <ol className="ds-changes">
        {data?.list.map((change) => (
          <ChangeItem key={change.id} change={change} />
        ))}
      </ol>
      {data && data.total > data.list.length && pageSize < maxRows && (
        <Button onClick={() => setPageSize(Math.min(maxRows, pageSize + step))}>{t('past.more')}</Button>
      )}
    </Drawer>
  );
}

function ChangeItem({ change }: { change: SettingChange }) {
  const { t } = useTranslation('devices/settings');
  const { words } = useSettings();
  return (
    <li>
      <p>
        <strong>{words.whoOf(change)}</strong> <Ago at={change.at} />
      </p>
      <dl>
        {change.changes.map(({ key, before, after }) => (
          <div key={key}>
            <dt>{words.nameOf(key)}</dt>
            <dd>
              {words.valueText(key, before)} → <b>{words.valueText(key, after)}</b>
            </dd>
          </div>
        ))}
      </dl>
      {change.appliedAt ? (
        <StateMark
          tone="working"
          icon="check"
          word={t('past.applied', { time: formatTime(change.appliedAt) })}
        />
      ) : (
        <StateMark tone="waiting" icon="clock" word={t('past.waits')} />
      )}
    </li>
  );
}
