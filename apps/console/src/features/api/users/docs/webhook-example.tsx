import { webhookRules } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { CodeExample } from './code-example.tsx';
import { verifyingExamples, verifyingNames } from './verifying-code.ts';

/** `5 s`, `5 min`, `2 h`: units that are the same in every language. */
const spanText = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;

/** How a receiver verifies an event, and when one that failed is sent again. */
export function WebhookExample() {
  const { t } = useTranslation('api/users/docs');
  return (
    <>
      <CodeExample
        title={t('section.webhooks')}
        hint={t('webhookHint')}
        names={verifyingNames}
        code={verifyingExamples}
      />
      <p>{t('retries', { spans: webhookRules.retriesS.map(spanText).join(', ') })}</p>
    </>
  );
}
