import { codeInGroups } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';

/** Copies a code in its readable form. */
export function CopyCode({ code }: { code: string }) {
  const { t } = useTranslation('stock/activation-codes');
  return <CopyButton what={t('code')} text={codeInGroups(code)} />;
}
