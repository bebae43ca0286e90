import { pages, shellCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { deviceName } from '../../robot/use-device-choices.ts';
import '../remote-shell.css';
import { ShellFacts } from '../shell-facts.tsx';
import { isStanding } from '../shell-marks.ts';

const ShellReplay = lazy(() => lazyPart(() => import('./shell-replay.tsx').then((m) => m.ShellReplay)));

interface Props {
  id: string;
  onBack: () => void;
  /** Opens the shell itself while it is requested or runs. */
  onLive?: (() => void) | undefined;
}

/** One shell: who, why and how it ended, and its replay. */
export function ShellRecord({ id, onBack, onLive }: Props) {
  const { t } = useTranslation('remote-shell');
  const { data, error, refetch } = useQuery({
    ...callQuery(shellCalls.detail, { id }),
    meta: { silent: true },
  });
  const stands = data !== undefined && isStanding(data.state);
  // A link to a shell that is not over leads to the shell itself.
  useEffect(() => {
    if (stands) onLive?.();
  });
  const back = (
    <Button look="quiet" icon="left" onClick={onBack}>
      {t('back')}
    </Button>
  );
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="sh-body">
        <Skeleton lines={8} />
      </div>
    );
  }
  return (
    <div className="sh-body">
      <div className="sh-record-head">
        {back}
        {data.device && <Link to={pages.device({ id: data.device.id })}>{deviceName(data.device)}</Link>}
      </div>
      <ShellFacts session={data} serverAheadMs={0}>
        {stands && data.device && (
          <Link to={pages.device({ id: data.device.id, tab: 'diagnosis', shell: id })}>{t('toLive')}</Link>
        )}
      </ShellFacts>
      {!stands && data.may.replay && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ShellReplay session={data} />
        </Suspense>
      )}
      {!stands && !data.may.replay && (
        <Empty icon="terminal" title={t('noReplay')} hint={t('noReplayHint')} />
      )}
    </div>
  );
}
