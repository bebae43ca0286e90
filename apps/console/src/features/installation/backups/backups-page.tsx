import { backupCalls, type BackupOverview, type BackupPlace } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatTime } from '../../../kit/format/format.ts';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { BackupDialogs, type BackupDialog } from './backup-dialogs.tsx';
import { BackupNotices } from './backup-notices.tsx';
import { PlaceTable } from './place-table.tsx';
import { RunTable } from './run-table.tsx';
import './backups.css';

const refreshMs = { running: 2_000, still: 15_000 };
const isOpen = ({ state }: BackupOverview['runs'][number]) => state === 'WAITING' || state === 'RUNNING';

/** Backups of the installation: where they go and when, what they were, and whether one was rehearsed. */
export function BackupsPage() {
  const { t } = useTranslation('installation/backups');
  const [dialog, setDialog] = useState<BackupDialog>();
  const { data, error, refetch } = useQuery({
    ...callQuery(backupCalls.overview, {}),
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? refreshMs.running : refreshMs.still),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const last = data.lastGoodAt ? t('lastGood', { at: formatTime(data.lastGoodAt) }) : t('noneYet');
  return (
    <OverviewPage
      title={t('title')}
      note={last}
      actions={
        <>
          <Button icon="key" onClick={() => setDialog({ type: 'PASSPHRASE' })}>
            {t('setPassphrase')}
          </Button>
          <Button icon="plus" look="main" onClick={() => setDialog({ type: 'ADD' })}>
            {t('addPlace')}
          </Button>
        </>
      }
    >
      <BackupNotices overview={data} onOpen={setDialog} />
      <Places {...data} onOpen={setDialog} />
      {data.runs.length > 0 && (
        <section className="bk-table" aria-labelledby="bk-runs">
          <h2 id="bk-runs">{t('runs')}</h2>
          <RunTable runs={data.runs} />
        </section>
      )}
      {dialog && <BackupDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}
    </OverviewPage>
  );
}

interface PlacesProps {
  places: readonly BackupPlace[];
  runs: BackupOverview['runs'];
  onOpen: (dialog: BackupDialog) => void;
}

function Places({ places, runs, onOpen }: PlacesProps) {
  const { t } = useTranslation('installation/backups');
  if (places.length === 0)
    return (
      <Empty icon="download" title={t('empty')} hint={t('emptyHint')}>
        <Button look="main" icon="plus" onClick={() => onOpen({ type: 'ADD' })}>
          {t('addPlace')}
        </Button>
      </Empty>
    );
  const busy = new Set(runs.filter(isOpen).map(({ folder }) => folder));
  return (
    <section className="bk-table" aria-labelledby="bk-places">
      <h2 id="bk-places">{t('places')}</h2>
      <PlaceTable places={places} busy={busy} onOpen={onOpen} />
    </section>
  );
}
