import { codeInGroups } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { copyText } from '../../kit/ui/copy-text.ts';
import { toast } from '../../kit/ui/toasts.ts';

/** Copies a code to the clipboard in its readable form. */
export function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation('activation-codes');
  const copy = async () => {
    const copied = await copyText(codeInGroups(code));
    toast({ tone: copied ? 'done' : 'failed', text: t(copied ? 'copied' : 'copyFailed') });
  };
  return <Button look="quiet" icon="copy" aria-label={t('copy')} onClick={() => void copy()} />;
}
