import { Dialog } from '../form/dialog.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './bulk-dialog.css';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useOneByOne, type Outcome } from './use-one-by-one.ts';

interface Props<R> {
  title: string;
  /** The effect of the action, shown before it starts. */
  hint: string;
  /** The text of the button. */
  act: string;
  danger?: boolean;
  rows: readonly R[];
  nameOf: (row: R) => { name: string; detail: string };
  /** Runs the action for one row. The message of its error is shown beside the row. */
  run: (row: R) => Promise<unknown>;
  /** The call family whose reads are invalidated. */
  family: string;
  /** Fields that the action needs first. It cannot start while `ready` is false. */
  children?: ReactNode;
  ready?: boolean;
  onClose: (changed: boolean) => void;
}

/** Runs an action for several rows one by one, and shows the outcome of each. */
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
  const done = [...outcomes.values()].filter((outcome) => outcome.done).length;
  return (
    <Dialog
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
    </Dialog>
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
