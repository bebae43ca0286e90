import { deviceGroupCalls, settingsRolloutCalls, type DeviceGroup, pages } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { GroupAddDialog } from './group-add-dialog.tsx';
import { GroupEditDialog } from './group-edit-dialog.tsx';
import { GroupRemoveDialog } from './group-remove-dialog.tsx';

/** The actions on a group. On the group's page, which a removal closes, the main action is a button. */
export function GroupActions({ group, onRemoved }: { group: DeviceGroup; onRemoved?: () => void }) {
  const { t } = useTranslation('devices/groups');
  const [open, setOpen] = useState<'add' | 'edit' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const navigate = useNavigate();
  const address = pages.settingsSync({ group: group.id });
  const sends = may(settingsRolloutCalls.start.allow) && group.total > 0;
  const changes = may(deviceGroupCalls.update.allow);
  return (
    <>
      {sends && onRemoved && (
        <Link className="sl-button sl-button-main" to={address}>
          {t('sync')}
        </Link>
      )}
      <RowMenu
        label={group.name}
        items={[
          sends &&
            !onRemoved && {
              key: 'sync',
              text: t('sync'),
              icon: 'upload',
              run: () => void navigate(address),
            },
          changes && { key: 'add', text: t('addDevices'), icon: 'plus', run: () => setOpen('add') },
          changes && { key: 'edit', text: t('edit'), icon: 'edit', run: () => setOpen('edit') },
          may(deviceGroupCalls.remove.allow) && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setOpen('remove'),
          },
        ]}
      />
      {open === 'add' && <GroupAddDialog group={group} onClose={close} />}
      {open === 'edit' && <GroupEditDialog group={group} onClose={close} />}
      {open === 'remove' && (
        <GroupRemoveDialog group={group} onClose={close} {...(onRemoved && { onRemoved })} />
      )}
    </>
  );
}
