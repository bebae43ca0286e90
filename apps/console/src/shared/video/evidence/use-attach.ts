import {
  attachedSnapshotCalls,
  type AttachedToKind,
  videoSnapshotCalls,
  workOrderCalls,
} from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';

/** What gets a snapshot. */
export interface AttachTarget {
  kind: AttachedToKind;
  id: string;
}

/** Attaches a snapshot. The pictures of an order are part of it, so it is read again. */
export function useAttach(after?: () => void) {
  const { t } = useTranslation('video');
  const add = useAction(videoSnapshotCalls.attach, {
    done: t('evidence.attached'),
    also: [attachedSnapshotCalls.list.family, workOrderCalls.detail.family],
    ...(after && { after }),
  });
  const attach = (snapshotId: string, { kind, id }: AttachTarget) =>
    add.mutate({ id: snapshotId, kind, targetId: id });
  return { attach, isPending: add.isPending };
}
