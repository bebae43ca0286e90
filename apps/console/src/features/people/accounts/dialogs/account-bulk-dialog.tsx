import { accountCalls, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../kit/api/api.ts';
import { BulkDialog } from '../../../../kit/list/bulk-dialog.tsx';

const calls = { enable: accountCalls.enable, disable: accountCalls.disable, remove: accountCalls.remove };
export type BulkAct = keyof typeof calls;

interface Props {
  act: BulkAct;
  rows: Account[];
  onClose: (changed: boolean) => void;
}

const nameOf = ({ nickname, username }: Account) => ({ name: nickname, detail: username });

export function AccountBulkDialog({ act, rows, onClose }: Props) {
  const { t } = useTranslation('people/accounts');
  return (
    <BulkDialog
      title={t(`${act}Many`, { count: rows.length })}
      hint={t(act === 'enable' ? 'enableHint' : `${act}Hint`)}
      act={t(act)}
      danger={act !== 'enable'}
      rows={rows}
      nameOf={nameOf}
      run={({ id }) => send(calls[act], { ids: [id] }, { quiet: true })}
      family={accountCalls.list.family}
      onClose={onClose}
    />
  );
}
