import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { toast } from './toasts.ts';

const copiedMs = 2_000;

interface Props {
  /** What is copied. A function reads it when the button is pressed. */
  text: string | (() => Promise<string>);
  /** The name of what is copied, for a button that shows only the icon. */
  what?: string;
  look?: 'main' | 'plain' | 'quiet';
  /** The words on the button. */
  children?: ReactNode;
}

/** Copies a text. It says "Copied" for a moment. When the browser refuses, a toast says what to do instead. */
export function CopyButton({ text, what, look = 'quiet', children }: Props) {
  const { t } = useTranslation('kit');
  // The time of the last copy, so that a second one shows the word again for its whole moment.
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  const copied = copiedAt !== null;
  const copy = useMutation({
    mutationFn: async () => await copyText(typeof text === 'string' ? text : await text()),
    onSuccess: (done) => {
      setCopiedAt(done ? Date.now() : null);
      if (!done) toast({ tone: 'failed', text: t('copy.refused'), detail: t('copy.refusedHint') });
    },
  });
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), copiedMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  return (
    <>
      <Button
        look={look}
        icon={copied ? 'check' : 'copy'}
        // A disabled button loses the focus, so it is busy only while the text is read.
        busy={copy.isPending && typeof text === 'function'}
        aria-label={children ? undefined : what ? t('copy.of', { what }) : t('copy.act')}
        onClick={() => copy.mutate()}
      >
        {children && copied ? t('copy.copied') : children}
      </Button>
      <span role="status" className="sl-sr-only">
        {copied && t('copy.copied')}
      </span>
    </>
  );
}
