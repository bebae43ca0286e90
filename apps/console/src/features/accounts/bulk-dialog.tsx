import { accountCalls, type Account } from '@sweepline/contract';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useOneByOne, type Outcome } from './use-one-by-one.ts';

const calls = { enable: accountCalls.enable, disable: accountCalls.disable, remove: accountCalls.remove };
export type BulkAct = keyof typeof calls;

interface Props {
  act: BulkAct;
  rows: Account[];
  onClose: (changed: boolean) => void;
}

/** Names everybody it is about, does it one after the other, and says of each what became of it. */
export function BulkDialog({ act, rows, onClose }: Props) {
  const { t } = useTranslation('accounts');
  const { t: kit } = useTranslation('kit');
  const { outcomes, state, start } = useOneByOne(calls[act], rows);
  const done = [...outcomes.values()].filter((one) => one.done).length;
  return (
    <Modal
      open
      title={t(`${act}Many`, { count: rows.length })}
      closable={state !== 'busy'}
      keyboard={state !== 'busy'}
      mask={{ closable: false }}
      onCancel={() => onClose(state === 'over')}
      width={480}
      footer={
        state === 'over' ? (
          <Button look="main" autoFocus onClick={() => onClose(true)}>
            {t('bulkClose')}
          </Button>
        ) : (
          <>
            <Button disabled={state === 'busy'} onClick={() => onClose(false)}>
              {kit('cancel')}
            </Button>
            <Button
              look={act === 'enable' ? 'main' : 'danger'}
              busy={state === 'busy'}
              onClick={() => void start()}
              autoFocus
            >
              {t(act)}
            </Button>
          </>
        )
      }
    >
      <p role="status">
        {state === 'first'
          ? t(act === 'enable' ? 'enableHint' : `${act}Hint`)
          : t('bulkDone', { done, count: rows.length })}
      </p>
      <ul className="accounts-bulk">
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.nickname} <small>{row.username}</small>
            </span>
            <Result outcome={outcomes.get(row.id)} word={t('bulkOk')} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function Result({ outcome, word }: { outcome: Outcome | undefined; word: string }) {
  if (!outcome) return null;
  return (
    <span className={`sl-state sl-tone-${outcome.done ? 'working' : 'fault'}`}>
      <Icon name={outcome.done ? 'check' : 'alert'} size={15} />
      <span>{outcome.done ? word : outcome.reason}</span>
    </span>
  );
}
