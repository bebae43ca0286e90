import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './bulk-dialog.css';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useOneByOne, type Outcome } from './use-one-by-one.ts';

interface Props<R> {
  title: string;
  /** What will happen, read before it does. */
  hint: string;
  /** The act in the button's words. */
  act: string;
  danger?: boolean;
  rows: readonly R[];
  nameOf: (row: R) => { name: string; detail: string };
  /** Does it to one of them; what it throws is told beside the row. */
  run: (row: R) => Promise<unknown>;
  /** The family of what changed. */
  family: string;
  /** What the act needs to know first; it cannot start while this is not ready. */
  children?: ReactNode;
  ready?: boolean;
  onClose: (changed: boolean) => void;
}

/** Names everything it is about, does it one after the other, and says of each what became of it. */
export function BulkDialog<R extends { id: string }>(props: Props<R>) {
  const {
    title,
    hint,
    act,
    danger = false,
    rows,
    nameOf,
    run,
    family,
    children,
    ready = true,
    onClose,
  } = props;
  const { t } = useTranslation('kit');
  const { outcomes, state, start } = useOneByOne(rows, run, family);
  const done = [...outcomes.values()].filter((one) => one.done).length;
  return (
    <Modal
      open
      title={title}
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
              {t('cancel')}
            </Button>
            <Button
              look={danger ? 'danger' : 'main'}
              disabled={!ready}
              busy={state === 'busy'}
              onClick={() => void start()}
              autoFocus={!children}
            >
              {act}
            </Button>
          </>
        )
      }
    >
      <p role="status">{state === 'first' ? hint : t('bulkDone', { done, count: rows.length })}</p>
      {state === 'first' && children}
      <ul className="sl-bulk-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {nameOf(row).name} <small>{nameOf(row).detail}</small>
            </span>
            <Result outcome={outcomes.get(row.id)} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function Result({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation('kit');
  if (!outcome) return null;
  return (
    <span className={`sl-state sl-tone-${outcome.done ? 'working' : 'fault'}`}>
      <Icon name={outcome.done ? 'check' : 'alert'} size={15} />
      <span>{outcome.done ? t('bulkOk') : outcome.reason}</span>
    </span>
  );
}
