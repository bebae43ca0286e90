import { ownAgreementCalls, pages, type ReadAgreement } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { formatNumber, formatTime } from '../../../kit/format/format.ts';
import { langNames } from '../../../kit/format/lang.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { RecordPanel } from './record-panel.tsx';

/** What the account agreed to, and changes that it has not noted. */
export function OwnAgreements() {
  const { t } = useTranslation('knowledge/privacy');
  const { data } = useQuery(callQuery(ownAgreementCalls.due, {}));
  const records = useQuery({ ...callQuery(ownAgreementCalls.mine, {}), meta: { silent: true } });
  return (
    <>
      {data?.notices.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
      <RecordPanel title={t('agreed')} query={records} none={t('agreedNone')}>
        {records.data?.list.map(({ id, kind, number, lang, act, at, siteName, sha256 }) => (
          <li key={id}>
            <span className="sl-panel-what">
              <strong>
                {t(`act.${act}`)}: {t(`agreement.${kind}`)} {siteName}
              </strong>
              <small title={sha256}>
                {t('agreedFacts', {
                  number: formatNumber(number),
                  language: langNames[lang],
                  when: formatTime(at),
                })}
              </small>
            </span>
          </li>
        ))}
      </RecordPanel>
    </>
  );
}

/** A version that asks for nothing: it is read, and noted. */
function Notice({ notice }: { notice: ReadAgreement }) {
  const { t } = useTranslation('knowledge/privacy');
  const note = useAction(ownAgreementCalls.accept, { done: null });
  const { id, kind, lang, sha256, title } = notice;
  return (
    <div role="note" className="privacy-notice">
      <strong>{t('noticeTitle', { title })}</strong>
      <a className="sl-button" href={pages.agreementTexts({ kind })} target="_blank" rel="noreferrer">
        {t('read')}
      </a>
      <Button busy={note.isPending} onClick={() => note.mutate({ texts: [{ id, lang, sha256 }] })}>
        {t('understood')}
      </Button>
    </div>
  );
}
