import { Dialog } from '../form/dialog.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './bulk-dialog.css';
import { Button } from '../ui/button.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { useOneByOne, type Outcome } from './use-one-by-one.ts';

interface Props<R> {
  title: string;
  /** The effect of the action, shown before it starts. */
  hint: string;
  /** The text of the button, given the number of rows that take part. */
  act: string | ((count: number) => string);
  danger?: boolean;
  /** The result of a call is a request to a robot, so a row is "sent" and not "done". */
  sends?: boolean;
  rows: readonly R[];
  nameOf: (row: R) => { name: string; detail: string };
  /** Why a row cannot take part, shown before the start. */
  obstacleOf?: (row: R) => string | undefined;
  /** A choice for one row, shown before the start. */
  renderChoice?: (row: R) => ReactNode;
  /** Runs the action for one row. The message of its error is shown beside the row. */
  run: (row: R) => Promise<unknown>;
  /** The call family whose reads are invalidated. */
  family: string;
  /** Fields that the action needs first. It cannot start while `ready` is false. */
  children?: ReactNode;
  ready?: boolean;
  onClose: (changed: boolean) => void;
}

const none = () => undefined;

/** Runs an action for several rows one by one, and shows the outcome of each. */
export function BulkDialog<R extends { id: string }>(props: Props<R>) {
  const { title, act, danger = false, sends = false, rows, nameOf, children, onClose } = props;
  const { run, family, obstacleOf = none, renderChoice = none, ready = true } = props;
  const { t } = useTranslation('kit');
  const { outcomes, able, state, start } = useOneByOne({ rows, run, obstacleOf, family });
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
              disabled={!ready || able === 0}
              busy={state === 'busy'}
              onClick={() => void start()}
              autoFocus={!children}
            >
              {typeof act === 'string' ? act : act(able || rows.length)}
            </Button>
          </>
        )
      }
    >
      <p role="status">
        {state !== 'first'
          ? t(sends ? 'bulkSent' : 'bulkDone', { done, count: rows.length })
          : able === 0
            ? t('bulkNone')
            : props.hint}
      </p>
      {state === 'first' && able > 0 && able < rows.length && (
        <p>{t('bulkAble', { able, count: rows.length })}</p>
      )}
      {state === 'first' && children}
      <ul className="sl-bulk-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {nameOf(row).name} <small>{nameOf(row).detail}</small>
            </span>
            {state === 'first' && !outcomes.has(row.id) && renderChoice(row)}
            <Result outcome={outcomes.get(row.id)} sends={sends} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Result({ outcome, sends }: { outcome: Outcome | undefined; sends: boolean }) {
  const { t } = useTranslation('kit');
  if (!outcome) return null;
  if (outcome.done)
    return <StateMark tone="working" icon="check" word={t(sends ? 'bulkSentOne' : 'bulkOk')} />;
  const mark = outcome.tried
    ? ({ tone: 'fault', icon: 'alert' } as const)
    : ({ tone: 'quiet', icon: 'minus' } as const);
  return <StateMark {...mark} word={outcome.reason} />;
}
