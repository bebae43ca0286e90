import { codeInGroups, type activationCodeCalls, type ActivationCode, type Sent } from '@sweepline/contract';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { useAction } from '../../../../kit/api/use-action.ts';

type ActCall = (typeof activationCodeCalls)['link' | 'revoke'];

interface Props<C extends ActCall> {
  title: string;
  hint: string;
  act: string;
  danger?: boolean;
  codes: readonly ActivationCode[];
  call: C;
  /** Undefined while a required field is empty. */
  input: (ids: string[]) => Sent<C> | undefined;
  onClose: (changed: boolean) => void;
  children?: ReactNode;
}

/** Lists the codes, changes them in one call and shows the result of each code. */
export function ActDialog<C extends ActCall>(props: Props<C>) {
  const { title, hint, act, danger = false, codes, call, onClose, children } = props;
  const { t } = useTranslation('stock/activation-codes');
  const { t: kit } = useTranslation('kit');
  const action = useAction(call, { done: null });
  const input = props.input(codes.map(({ id }) => id));
  const results = action.data?.results;
  const done = results?.filter((one) => one.done).length ?? 0;
  return (
    <Dialog
      open
      title={title}
      closable={!action.isPending}
      keyboard={!action.isPending}
      mask={{ closable: false }}
      onCancel={() => onClose(results !== undefined)}
      width={480}
      footer={
        results ? (
          <Button look="main" autoFocus onClick={() => onClose(true)}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button disabled={action.isPending} onClick={() => onClose(false)}>
              {kit('cancel')}
            </Button>
            <Button
              look={danger ? 'danger' : 'main'}
              disabled={!input}
              busy={action.isPending}
              onClick={() => input && action.mutate(input)}
            >
              {act}
            </Button>
          </>
        )
      }
    >
      <p role="status">{results ? t('doneOf', { done, count: results.length }) : hint}</p>
      {!results && children}
      <ul className="code-results">
        {codes.map(({ id, code }) => (
          <li key={id}>
            <span className="code-text">{codeInGroups(code)}</span>
            <Result done={results?.find((one) => one.id === id)?.done} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Result({ done }: { done: boolean | undefined }) {
  const { t } = useTranslation('stock/activation-codes');
  if (done === undefined) return null;
  return (
    <span className={`sl-state sl-tone-${done ? 'working' : 'fault'}`}>
      <Icon name={done ? 'check' : 'alert'} size={15} />
      <span>{t(done ? 'done' : 'notUnused')}</span>
    </span>
  );
}
