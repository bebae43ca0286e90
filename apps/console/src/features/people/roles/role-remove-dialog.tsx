import { roleCalls, type Role } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

/** Deletes a role. The accounts of a role in use are moved to another role in the same call. */
export function RoleRemoveDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation('people/roles');
  const id = useId();
  const { name, companyId, holders, version } = role;
  const [keyword, setKeyword] = useState('');
  const [moveTo, setMoveTo] = useState<string | null>(null);
  const inUse = holders > 0;
  const options = useQuery({
    ...callQuery(roleCalls.options, { companyId, pageSize: 50, ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
    enabled: inUse,
  });
  const remove = useAction(roleCalls.remove, {
    done: ({ moved }) => (moved > 0 ? t('removedMoved', { name, count: moved }) : t('removed', { name })),
    after: onClose,
    also: ['accounts'],
  });
  const choices = (options.data?.list ?? []).filter((option) => option.id !== role.id);
  return (
    <Dialog
      open
      title={t('removeTitle', { name })}
      width={460}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            look="danger"
            busy={remove.isPending}
            disabled={inUse && moveTo === null}
            onClick={() => remove.mutate({ id: role.id, version, ...(moveTo && { moveTo }) })}
          >
            {inUse ? t('moveAndRemove', { count: holders }) : t('remove')}
          </Button>
        </>
      }
    >
      {inUse ? (
        <div className="role-move">
          <p>{t('removeHeld', { count: holders })}</p>
          <label htmlFor={id}>{t('moveTo')}</label>
          <Select
            id={id}
            value={moveTo}
            placeholder={t('chooseRole')}
            showSearch={{ onSearch: setKeyword, filterOption: false }}
            options={choices.map((option) => ({
              value: option.id,
              label: option.grantable ? option.name : t('notGrantable', { name: option.name }),
              disabled: !option.grantable,
            }))}
            onChange={setMoveTo}
          />
        </div>
      ) : (
        t('removeHint')
      )}
    </Dialog>
  );
}
