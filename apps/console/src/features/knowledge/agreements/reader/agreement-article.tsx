import { bcp47, type DueAgreement, type ReadAgreement } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { dayOf } from '../../../../kit/format/days.ts';
import { formatDay } from '../../../../kit/format/format-day.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { TextDifference } from './text-difference.tsx';

const RichText = lazy(() =>
  lazyPart(() => import('../../../../kit/ui/rich-text.tsx').then((m) => m.RichText)),
);

/** One text. Where the reader accepted an earlier one, what changed can be shown instead. */
export function AgreementArticle({ text }: { text: ReadAgreement & Partial<Pick<DueAgreement, 'before'>> }) {
  const { t } = useTranslation('knowledge/agreements/reader');
  const [compares, setCompares] = useState(false);
  const { before } = text;
  const facts = { number: formatNumber(text.number), day: formatDay(dayOf(text.validFrom)) };
  return (
    <article lang={bcp47[text.lang]}>
      <h1>{text.title}</h1>
      <p className="agreement-facts">{t('facts', facts)}</p>
      {typeof before === 'string' && (
        <Button look="quiet" aria-pressed={compares} onClick={() => setCompares(!compares)}>
          {t(compares ? 'whole' : 'changes')}
        </Button>
      )}
      {compares && typeof before === 'string' ? (
        <TextDifference before={before} after={text.body} />
      ) : (
        <Suspense fallback={<Skeleton lines={8} />}>
          <RichText html={text.body} className="rich-text" />
        </Suspense>
      )}
    </article>
  );
}
