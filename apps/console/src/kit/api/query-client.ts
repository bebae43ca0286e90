import { errorCodes } from '@sweepline/contract';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { CallError, signedOutCodes, TransportError } from './api.ts';
import { toast as showToast, type Toast } from '../ui/toasts.ts';

/** Codes whose message is shown alone. All other failures also show their code and request id. */
const plainCodes = new Set([10005, 0, 400, 50013]);

const maxReasons = 3;

/** Receives the server's reason and the token of the session that ended. */
type SignOut = (reason: string, token: string) => void;

/** Shows a failed call as a toast, or signs out. The heading says what failed, before the reason. */
function showFailure(error: Error, signOut: SignOut, heading: string) {
  const t = i18next.getFixedT(null, 'kit');
  const toast = ({ text, ...words }: Omit<Toast, 'id'>) =>
    showToast({ ...words, text: heading ? `${heading}: ${text}` : text });
  if (error instanceof TransportError) {
    return toast({ tone: 'failed', text: t(`failures.${error.failure}`, { status: error.status }) });
  }
  if (!(error instanceof CallError)) return toast({ tone: 'failed', text: t('failures.request') });
  if (signedOutCodes.has(error.code)) return signOut(error.message, error.token);
  // The page for agreements takes the place of the console.
  if (error.code === errorCodes.agreementDue) return;
  // A press without a form has no field to mark, so the toast says what is wrong.
  const reasons = [...new Set(Object.values(error.fields))];
  if (reasons.length > 0) return toast({ tone: 'failed', text: reasons.slice(0, maxReasons).join(' · ') });
  if (plainCodes.has(error.code)) return toast({ tone: 'failed', text: error.message });
  const detail = error.requestId && t('failures.detail', { code: error.code, requestId: error.requestId });
  toast({ tone: 'failed', text: error.message || t('failures.unknown'), ...(detail && { detail }) });
}

/**
 * With `meta.silent` on a query or mutation the page shows the failure itself. A signed-out code always signs out. `meta.failed` of a
 * mutation is the heading of its failure.
 */
export function createQueryClient({ signOut }: { signOut: SignOut }) {
  const onError = (error: Error, silent: boolean, heading = '') => {
    if (error.name === 'AbortError') return;
    if (silent && !(error instanceof CallError && signedOutCodes.has(error.code))) return;
    showFailure(error, signOut, heading);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => onError(error, meta?.silent === true) }),
    mutationCache: new MutationCache({
      onError: (error, _, __, { meta }) =>
        onError(error, meta?.silent === true, typeof meta?.failed === 'string' ? meta.failed : ''),
    }),
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000 } },
  });
}
