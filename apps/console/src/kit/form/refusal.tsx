import { useTranslation } from 'react-i18next';
import { CallError, TransportError } from '../api/api.ts';
import { Icon } from '../ui/icon.tsx';
import './refusal.css';

/** A dialog without the refused field says its reason in words. */
const reasonsOf = (error: Error) =>
  error instanceof CallError && Object.keys(error.fields).length > 0
    ? Object.values(error.fields).join(' · ')
    : undefined;

/** Why a start was refused, beside the button that requested it. Nothing has happened then. */
export function Refusal({ error }: { error: Error | null }) {
  const { t } = useTranslation('kit');
  if (!error) return null;
  const text =
    error instanceof TransportError
      ? t(`failures.${error.failure}`, { status: error.status })
      : (reasonsOf(error) ?? error.message);
  const detail =
    error instanceof CallError && error.requestId
      ? t('failures.detail', { code: error.code, requestId: error.requestId })
      : '';
  return (
    <p role="alert" className="refusal">
      <Icon name="alert" size={16} />
      <span>
        {text || t('failures.unknown')}
        {detail && <small>{detail}</small>}
      </span>
    </p>
  );
}
