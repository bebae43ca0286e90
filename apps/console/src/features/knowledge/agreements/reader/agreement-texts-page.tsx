import { agreementAudiences, ownAgreementCalls, pages } from '@sweepline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { ReaderFrame } from '../../../../shared/reader/reader-frame.tsx';
import { useRead } from '../../../../shared/reader/use-read.ts';
import { AgreementArticle } from './agreement-article.tsx';
import { UnreadableTexts } from './unreadable-texts.tsx';
import './agreement-texts.css';

/** Terms, privacy and other texts in force, for everyone. */
export function AgreementTextsPage() {
  const { t } = useTranslation('knowledge/agreements/reader');
  const params = new URLSearchParams(location.search);
  return (
    <ReaderFrame title={t('title')} home={pages.agreementTexts()}>
      <CurrentTexts params={params} />
    </ReaderFrame>
  );
}

function CurrentTexts({ params }: { params: URLSearchParams }) {
  const { t } = useTranslation('knowledge/agreements/reader');
  const audience = agreementAudiences.find((one) => one === params.get('audience')) ?? 'CONSOLE';
  const region = (params.get('region') ?? '').slice(0, 2);
  const { data, error, retry } = useRead(ownAgreementCalls.current, { audience, region });
  const text = data?.texts.find(({ kind }) => kind === params.get('kind')) ?? data?.texts[0];
  const title = text?.title;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  if (error && !data) return <UnreadableTexts error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={10} />;
  if (!text) return <Empty icon="report" title={t('noneTitle')} hint={t('noneHint')} />;
  return (
    <>
      {data.texts.length > 1 && (
        <nav className="agreement-kinds" aria-label={t('title')}>
          {data.texts.map(({ id, kind, title: name }) => (
            <a
              key={id}
              href={pages.agreementTexts({ kind, audience })}
              aria-current={id === text.id ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
      <AgreementArticle text={text} />
      <Button look="quiet" icon="print" onClick={() => print()}>
        {t('print')}
      </Button>
    </>
  );
}
