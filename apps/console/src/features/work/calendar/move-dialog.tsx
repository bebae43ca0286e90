import type { PlannedStart } from '@sweepline/contract';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';

interface Props {
  start: PlannedStart;
  onOne: () => void;
  onAll: () => void;
  onClose: () => void;
}

/** After the drag of a recurring plan: move this day, or every day. */
export function MoveDialog({ start, onOne, onAll, onClose }: Props) {
  const { t } = useTranslation('work/calendar');
  return (
    <Dialog
      open
      width={420}
      title={t('moveTitle', { task: start.taskName })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onAll}>{t('moveAll')}</Button>
          <Button look="main" autoFocus onClick={onOne}>
            {t('moveOne')}
          </Button>
        </>
      }
    >
      <p>{t('moveHint')}</p>
    </Dialog>
  );
}
