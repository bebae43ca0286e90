import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { copyText } from '../../../kit/ui/copy-text.ts';
import { toast } from '../../../kit/ui/toasts.ts';

/** Copies a text to the clipboard and reports whether that succeeded. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const { t } = useTranslation('accounts');
  const copy = async () => {
    const copied = await copyText(text);
    toast({ tone: copied ? 'done' : 'failed', text: t(copied ? 'copied' : 'copyFailed') });
  };
  return <Button look="quiet" icon="copy" aria-label={t('copy', { what })} onClick={() => void copy()} />;
}
