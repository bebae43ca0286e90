import { shellCalls } from '@sweepline/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { formatPlayTime } from '../../../kit/format/format-play-time.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { typedLines, type TypedLine } from './typed-lines.ts';

interface Props {
  id: string;
  onPlace: (ms: number) => void;
}

/** What was typed: read only with a reason, which is audited. Each line leads to its time. */
export function TypedInput({ id, onPlace }: Props) {
  const { t } = useTranslation('remote-shell');
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<TypedLine[] | null>(null);
  const read = useAction(shellCalls.recording, {
    done: null,
    after: ({ input }) => setLines(typedLines(input ?? [])),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) read.mutate({ id, withInput: true, reason: reason.trim() });
  };
  return (
    <section className="sh-typed" aria-label={t('typed.title')}>
      <h3>{t('typed.title')}</h3>
      {lines === null ? (
        <form onSubmit={submit}>
          <p>{t('typed.hint')}</p>
          <label>
            {t('typed.reason')}
            <input
              className="sl-input"
              value={reason}
              maxLength={200}
              onChange={({ target }) => setReason(target.value)}
            />
          </label>
          <Button type="submit" icon="seen" busy={read.isPending} disabled={reason.trim() === ''}>
            {t('typed.show')}
          </Button>
        </form>
      ) : lines.length === 0 ? (
        <p>{t('typed.none')}</p>
      ) : (
        <ol>
          {lines.map(({ n, ms, text }) => (
            <li key={n}>
              <button type="button" onClick={() => onPlace(ms)}>
                <small>{formatPlayTime(ms / 1000)}</small>
                <code>{text}</code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
