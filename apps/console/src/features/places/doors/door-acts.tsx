import { doorCalls, type AccessDoor } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { DoorDialog } from './dialogs/door-dialog.tsx';
import { CloseDoorDialog, OpenDoorDialog } from './dialogs/operate-dialogs.tsx';

/** Opens and closes a door, and changes what is stored about it. */
export function DoorActs({ door }: { door: AccessDoor }) {
  const { t } = useTranslation('places/doors');
  const [dialog, setDialog] = useState<'open' | 'close' | 'edit' | 'remove' | null>(null);
  const end = () => setDialog(null);
  const { id, name, module } = door;
  const isReachable = module?.online === true;
  return (
    <>
      <RowMenu
        label={name}
        items={[
          may(doorCalls.open.allow) &&
            isReachable && { key: 'open', text: t('open'), icon: 'key', run: () => setDialog('open') },
          may(doorCalls.close.allow) &&
            isReachable && { key: 'close', text: t('close'), icon: 'close', run: () => setDialog('close') },
          may(doorCalls.update.allow) && {
            key: 'edit',
            text: t('edit'),
            icon: 'edit',
            run: () => setDialog('edit'),
          },
          may(doorCalls.remove.allow) && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setDialog('remove'),
          },
        ]}
      />
      {dialog === 'open' && <OpenDoorDialog door={door} onClose={end} />}
      {dialog === 'close' && <CloseDoorDialog door={door} onClose={end} />}
      {dialog === 'edit' && <DoorDialog door={door} onClose={end} />}
      {dialog === 'remove' && (
        <ConfirmCallDialog
          title={t('removeTitle', { name })}
          call={doorCalls.remove}
          input={{ id }}
          act={t('remove')}
          done={t('removed', { name })}
          onClose={end}
        >
          {t('removeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
