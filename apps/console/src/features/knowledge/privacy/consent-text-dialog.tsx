import { bcp47, ownAgreementCalls, type ReadAgreement, type SiteConsent } from '@sweepline/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

const RichText = lazy(() => lazyPart(() => import('../../../kit/ui/rich-text.tsx').then((m) => m.RichText)));

interface Props {
  site: SiteConsent;
  text: ReadAgreement;
  onClose: () => void;
}

/** The text about video, and the consent of one site to it. */
export function ConsentTextDialog({ site: { siteId, siteName: name }, text, onClose }: Props) {
  const { t } = useTranslation('knowledge/privacy');
  const { id, lang, sha256 } = text;
  return (
    <ConfirmCallDialog
      title={t('consentTitle', { name })}
      call={ownAgreementCalls.accept}
      input={{ texts: [{ id, lang, sha256 }], siteId }}
      act={t('consentTo')}
      done={t('consented', { name })}
      onClose={onClose}
    >
      <article lang={bcp47[lang]} className="rich-text privacy-text">
        <h3>{text.title}</h3>
        <Suspense fallback={<Skeleton lines={5} />}>
          <RichText html={text.body} />
        </Suspense>
      </article>
    </ConfirmCallDialog>
  );
}
