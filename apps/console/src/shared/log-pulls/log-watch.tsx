import { pages, topics } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useTopic } from '../../kit/api/use-live.ts';
import { toast } from '../../kit/ui/toasts.ts';

/** Says on every page that logs the person asked for have arrived, or did not. */
export function LogWatch() {
  const { t } = useTranslation('log-pulls');
  const navigate = useNavigate();
  useTopic(topics.download, ({ id, state }) => {
    if (state !== 'DONE' && state !== 'FAILED') return;
    const action = { text: t('open'), run: () => void navigate(pages.deviceLog({ id })) };
    toast({
      tone: state === 'DONE' ? 'done' : 'failed',
      text: t(state === 'DONE' ? 'arrived' : 'failed'),
      action,
    });
  });
  return null;
}
