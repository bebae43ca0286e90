import type { VideoSnapshot } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { SnapshotPicture } from '../snapshot-picture.tsx';
import { useAttachTargets } from './use-attach-targets.ts';
import { useAttach } from './use-attach.ts';
import './evidence.css';

interface Props {
  snapshot: VideoSnapshot;
  onClose: () => void;
}

/** What a snapshot can be attached to. One press attaches it. */
export function AttachToDialog({ snapshot, onClose }: Props) {
  const { t } = useTranslation('video');
  const { groups, isLoading } = useAttachTargets(snapshot.deviceId);
  const { attach, isPending } = useAttach(onClose);
  const at = formatTime(snapshot.takenAt);
  return (
    <Dialog open title={t('evidence.pickOf', { at })} footer={null} onCancel={onClose}>
      <div className="sl-attach">
        <SnapshotPicture id={snapshot.id} alt={t('snapshotOf', { at })} />
        {isLoading && <Skeleton lines={4} />}
        {!isLoading && groups.length === 0 && (
          <Empty icon="camera" title={t('evidence.nothing')} hint={t('evidence.nothingHint')} />
        )}
        {groups.map(({ kind, targets }) => (
          <section key={kind} aria-label={t(`evidence.kinds.${kind}`)}>
            <h3>{t(`evidence.kinds.${kind}`)}</h3>
            {targets.map((target) => (
              <button
                key={target.id}
                type="button"
                disabled={isPending}
                onClick={() => attach(snapshot.id, { kind, id: target.id })}
              >
                <span>{target.name}</span>
                <small>{target.note}</small>
              </button>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
