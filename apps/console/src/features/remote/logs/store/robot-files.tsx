import { deviceCalls, type DeviceLog } from '@sweepline/contract';
import { can, pullRoots } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { RobotFileTree } from './robot-file-tree.tsx';
import { useRobotFiles } from './use-robot-files.ts';

type Root = (typeof pullRoots)[number];
// The logs first.
const roots = pullRoots.toReversed();

/** The files on the robot itself, as of its last answer, to choose what it shall upload. */
export function RobotFiles({ device }: { device: DeviceLog['device'] }) {
  const { t } = useTranslation('remote/logs');
  const [root, setRoot] = useState<Root>('/var/log/robot');
  const files = useRobotFiles(device.id, root);
  const mayRead = may(deviceCalls.detail.allow);
  const { data } = useQuery({
    ...callQuery(deviceCalls.detail, { id: device.id }),
    enabled: mayRead,
    meta: { silent: true },
  });
  if (data ? !can(data.device, 'logPull') : mayRead) return null;
  return (
    <section className="log-panel" aria-label={t('onRobot')} aria-busy={files.isFetching}>
      <header className="log-robot-head">
        <h2>{t('onRobot')}</h2>
        <Segments
          onlyWay
          label={t('onRobot')}
          value={root}
          options={roots.map((value) => ({ value, text: value }))}
          onChange={setRoot}
        />
        <Button icon="refresh" busy={files.isFetching} onClick={files.ask}>
          {t('askRobot')}
        </Button>
      </header>
      <p className="log-hint" role="status">
        {files.isFetching ? (
          t('robotAsked')
        ) : files.answeredAt ? (
          <>
            {t('asOf')} <Ago at={files.answeredAt} />
          </>
        ) : (
          t('notAsked')
        )}
      </p>
      <Answer device={device} files={files} />
    </section>
  );
}

interface AnswerProps {
  device: DeviceLog['device'];
  files: ReturnType<typeof useRobotFiles>;
}

function Answer({ device, files: { list, error, isFetching, hasMore, ask, more } }: AnswerProps) {
  const { t } = useTranslation('remote/logs');
  if (error && !isFetching) return <Failure error={error} onRetry={ask} />;
  if (!list) return isFetching ? <Skeleton lines={5} /> : null;
  if (list.length === 0) return <Empty icon="report" title={t('noFiles')} hint={t('robotNoFilesHint')} />;
  return (
    <>
      <RobotFileTree deviceId={device.id} files={list} />
      {hasMore && (
        <Button icon="more" busy={isFetching} onClick={more}>
          {t('moreFiles')}
        </Button>
      )}
    </>
  );
}
