import { shellCalls, type ShellSession } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';
import { sizeFor } from './terminal/terminal-size.ts';

/** Opens an approved shell. The terminal begins with a size that fits the window. */
export function OpenStep({ session: { id, may } }: { session: ShellSession }) {
  const { t } = useTranslation('remote-shell');
  const open = useAction(shellCalls.open, { done: null });
  return (
    <Button
      look="main"
      icon="terminal"
      busy={open.isPending}
      disabled={!may.open}
      title={may.open ? undefined : t('notYet')}
      onClick={() => open.mutate({ id, ...sizeFor(window.innerWidth, window.innerHeight) })}
    >
      {t('open')}
    </Button>
  );
}
