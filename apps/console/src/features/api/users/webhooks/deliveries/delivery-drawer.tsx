import { webhookDeliveryCalls, type WebhookAttempt } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../../kit/api/api.ts';
import { Allowed } from '../../../../../kit/api/allowed.tsx';
import { useAction } from '../../../../../kit/api/use-action.ts';
import { formatNumber, formatTimeExact, unknown } from '../../../../../kit/format/format.ts';
import { Button } from '../../../../../kit/ui/button.tsx';
import { CopyButton } from '../../../../../kit/ui/copy-button.tsx';
import { Facts } from '../../../../../kit/ui/facts.tsx';
import { Failure } from '../../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../../kit/ui/skeleton.tsx';
import { indented } from '../indented.ts';
import '../webhooks.css';
import { DeliveryMark, useOutcomeText } from '../webhook-marks.tsx';

/** One delivery: its state and each attempt with what was sent and answered. */
export function DeliveryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('api/users/webhooks');
  const { data, error, refetch } = useQuery({
    ...callQuery(webhookDeliveryCalls.detail, { id }),
    meta: { silent: true },
  });
  const replay = useAction(webhookDeliveryCalls.replay, { done: t('replayed'), also: ['webhooks'] });
  return (
    <Drawer open size={560} title={data ? t(`names.${data.type}`) : ''} onClose={onClose}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton lines={8} />}
      {data && (
        <Facts>
          <section>
            <dl>
              <Fact name={t('state')}>
                <DeliveryMark state={data.state} />
              </Fact>
              <Fact name={t('eventId')}>
                <code>{data.eventId}</code>
              </Fact>
              <Fact name={t('at')}>{formatTimeExact(data.at)}</Fact>
              <Fact name={t('nextAttempt')}>{data.nextAt ? formatTimeExact(data.nextAt) : unknown}</Fact>
            </dl>
            <Allowed call={webhookDeliveryCalls.replay}>
              <Button icon="refresh" busy={replay.isPending} onClick={() => replay.mutate({ id })}>
                {t('replay')}
              </Button>
            </Allowed>
          </section>
          {data.attemptList.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} />
          ))}
        </Facts>
      )}
    </Drawer>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation('api/users/webhooks');
  const outcomeText = useOutcomeText();
  const { at, kind, status, failure, durationMs, answer, request } = attempt;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const sent = [`POST ${request.url}`, ...headers, '', indented(request.body ?? t('bodyGone'))].join('\n');
  return (
    <section>
      <h3>
        {formatTimeExact(at)} · {outcomeText(status, failure)}
      </h3>
      <p>
        {t(`kinds.${kind}`)} · {t('duration', { ms: formatNumber(durationMs) })}
      </p>
      <h4>
        {t('request')} <CopyButton what={t('request')} text={sent} />
      </h4>
      <pre className="webhook-text">{sent}</pre>
      <h4>{t('answer')}</h4>
      <pre className="webhook-text">{answer || t('noAnswer')}</pre>
    </section>
  );
}
