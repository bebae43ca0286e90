import {
  attachedSnapshotCalls,
  attachPermissions,
  type AttachedSnapshot,
  type SnapshotRequest,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { SnapshotPicture } from '../snapshot-picture.tsx';
import { AttachSnapshotButton, mayAttach } from './attach-snapshot-button.tsx';
import './evidence.css';

type Kind = 'ALARM' | 'ASSIST' | 'REPORT';

interface Props {
  kind: Kind;
  targetId: string;
  deviceId: string;
  deviceName: string;
}

/** A picture of a robot takes seconds. */
const waitingMs = 2_000;

/** Whether the user sees the snapshots that are attached to records of a kind. */
export const maySeeAttached = (kind: Kind): boolean =>
  may(attachedSnapshotCalls.list.allow) && may(attachPermissions[kind]);

/** The snapshots of an alarm, intervention or report: small, large at a press, with who took and who attached each. */
export function AttachedSnapshots({ kind, targetId, deviceId, deviceName }: Props) {
  const { t } = useTranslation('video');
  const [open, setOpen] = useState<AttachedSnapshot | null>(null);
  const { data, error, refetch } = useQuery({
    ...callQuery(attachedSnapshotCalls.list, { kind, targetId }),
    meta: { silent: true },
    refetchInterval: ({ state }) => state.data?.request?.state === 'WAITING' && waitingMs,
  });
  const nameOf = ({ takenAt }: AttachedSnapshot) => t('snapshotOf', { at: formatTime(takenAt) });
  return (
    <div className="sl-attach">
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.request && <RequestNote request={data.request} />}
      {data?.list.length === 0 && data.request?.state !== 'WAITING' && (
        <p className="sl-evidence-note">{t('evidence.none')}</p>
      )}
      {data && data.list.length > 0 && (
        <ul className="sl-evidence">
          {data.list.map((snapshot) => (
            <li key={snapshot.id}>
              <button type="button" aria-label={nameOf(snapshot)} onClick={() => setOpen(snapshot)}>
                <SnapshotPicture call={attachedSnapshotCalls.picture} id={snapshot.id} alt="" />
              </button>
              <small>{formatTime(snapshot.takenAt)}</small>
              <small>{snapshot.viewer}</small>
            </li>
          ))}
        </ul>
      )}
      <div>
        <AttachSnapshotButton target={{ kind, id: targetId }} deviceId={deviceId} deviceName={deviceName} />
      </div>
      {open && <LargeSnapshot snapshot={open} kind={kind} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** What became of the snapshot that the company wants of each alarm. */
function RequestNote({ request: { state, failure } }: { request: SnapshotRequest }) {
  const { t } = useTranslation('video');
  if (state === 'WAITING') return <p className="sl-evidence-note">{t('evidence.waiting')}</p>;
  if (!failure) return null;
  const isOfRule = failure === 'CAMERAS_BUSY' || failure === 'NO_PICTURE';
  const reason = isOfRule ? t(`evidence.failures.${failure}`) : t(`reason.${failure}`);
  return <p className="sl-evidence-note">{t('evidence.failed', { reason })}</p>;
}

interface LargeProps {
  snapshot: AttachedSnapshot;
  kind: Kind;
  onClose: () => void;
}

function LargeSnapshot({ snapshot, kind, onClose }: LargeProps) {
  const { t } = useTranslation('video');
  const [isDetaching, setDetaching] = useState(false);
  const at = formatTime(snapshot.takenAt);
  if (isDetaching)
    return (
      <ConfirmCallDialog
        title={t('evidence.detachTitle', { at })}
        call={attachedSnapshotCalls.detach}
        input={{ id: snapshot.id }}
        act={t('evidence.detach')}
        done={t('evidence.detached')}
        onClose={onClose}
      >
        {t('evidence.detachHint')}
      </ConfirmCallDialog>
    );
  return (
    <Dialog open width={900} title={t('snapshotOf', { at })} footer={null} onCancel={onClose}>
      <div className="sl-evidence-large">
        <SnapshotPicture
          call={attachedSnapshotCalls.picture}
          id={snapshot.id}
          alt={t('snapshotOf', { at })}
        />
        <Facts snapshot={snapshot} />
        {mayAttach(kind) && (
          <Button icon="trash" onClick={() => setDetaching(true)}>
            {t('evidence.detach')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Facts({ snapshot }: { snapshot: AttachedSnapshot }) {
  const { t } = useTranslation('video');
  const { camera, viewer: name, company, takenAt, attachedBy, attachedAt } = snapshot;
  const at = formatTime(takenAt);
  // A snapshot without a company is one by the rule of a company.
  const taken = company
    ? t('evidence.takenBy', { name, company, at })
    : t('evidence.takenByRule', { name, at });
  return (
    <p className="sl-evidence-note">
      {t(`camera.${camera}`)} · {taken}
      {attachedBy && ` · ${t('evidence.attachedBy', { name: attachedBy, at: formatTime(attachedAt) })}`}
    </p>
  );
}
