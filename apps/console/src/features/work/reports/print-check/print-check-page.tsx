import { printToken } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { PrintCheck } from './print-check.tsx';

/** The target of the code beside a document’s fingerprint; a reader of the document needs no account. */
export function PrintCheckPage({ token }: { token: string }) {
  const { t } = useTranslation('work/reports');
  return (
    <>
      <h1>{t('checkTitle')}</h1>
      <p>{t('checkHint')}</p>
      <PrintCheck printed={token.slice(printToken('').length)} />
    </>
  );
}
