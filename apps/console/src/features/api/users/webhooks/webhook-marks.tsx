import type { AttemptFailure, WebhookDeliveryState, Webhook } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../../kit/format/format.ts';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../../kit/ui/theme.ts';

type Look = { tone: Tone; icon: IconName };

/** Whether a webhook sends, and why not. */
export function WebhookMark({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('api/users/webhooks');
  const { state, disabledFor, failingSince, pausedUntil } = webhook;
  if (state === 'DISABLED')
    return (
      <>
        <StateMark tone="quiet" icon="pause" word={t('states.DISABLED')} />
        {disabledFor && <small>{t(`disabledFor.${disabledFor}`)}</small>}
      </>
    );
  if (failingSince === null) return <StateMark tone="working" icon="check" word={t('states.ENABLED')} />;
  return (
    <>
      <StateMark tone="fault" icon="alert" word={t('failing')} />
      <small>
        {pausedUntil
          ? t('pausedUntil', { when: formatTime(pausedUntil) })
          : t('failingSince', { when: formatTime(failingSince) })}
      </small>
    </>
  );
}

const looks: Record<WebhookDeliveryState, Look> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  DELIVERED: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'close' },
};

export function DeliveryMark({ state }: { state: WebhookDeliveryState }) {
  const { t } = useTranslation('api/users/webhooks');
  return <StateMark {...looks[state]} word={t(`deliveryStates.${state}`)} />;
}

/** What the receiver answered, or why there is no answer; undefined before the first attempt. */
export function useOutcomeText() {
  const { t } = useTranslation('api/users/webhooks');
  return (status: number | null, failure: AttemptFailure | null): string | undefined => {
    if (failure) return t(`failures.${failure}`, { status });
    return status === null ? undefined : t('ok', { status });
  };
}
