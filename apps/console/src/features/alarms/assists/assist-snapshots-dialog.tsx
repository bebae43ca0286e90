import type { Assist } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { AttachedSnapshots } from '../../../shared/video/evidence/attached-snapshots.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

/** The snapshots of an intervention: what stopped the robot. */
export function AssistSnapshotsDialog({ assist, onClose }: { assist: Assist; onClose: () => void }) {
  const { t } = useTranslation('video');
  const { word } = useWords();
  const { id, device, codes, at } = assist;
  if (!device) return null;
  const name = device.nickname || device.sn;
  return (
    <Dialog open width={640} title={t('snapshots')} footer={null} onCancel={onClose}>
      <p>{[name, codes.map((code) => word('alarm', code)).join(' · '), formatTime(at)].join(' · ')}</p>
      <AttachedSnapshots kind="ASSIST" targetId={id} deviceId={device.id} deviceName={name} />
    </Dialog>
  );
}
