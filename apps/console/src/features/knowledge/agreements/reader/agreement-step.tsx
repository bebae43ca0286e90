import {
  authCalls,
  nameOfAccount,
  ownAgreementCalls,
  type DueAgreement,
  type SessionUser,
} from '@sweepline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, send } from '../../../../kit/api/api.ts';
import { session } from '../../../../kit/api/session.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { ReaderFrame } from '../../../../shared/reader/reader-frame.tsx';
import { useRead } from '../../../../shared/reader/use-read.ts';
import { AgreementArticle } from './agreement-article.tsx';
import { DecideBar } from './decide-bar.tsx';
import { UnreadableTexts } from './unreadable-texts.tsx';
import './agreement-texts.css';

/** Reads the session again, in which the console is open or not. */
async function renew(user: SessionUser) {
  const next = await send(authCalls.check, {}, { quiet: true });
  if (session.token() === user.session) session.open(next);
}

/** What a session must accept before it goes on. It stands in place of the console. */
export function AgreementStep({ user }: { user: SessionUser }) {
  const { t } = useTranslation('knowledge/agreements/reader');
  const { data, error, retry } = useRead(ownAgreementCalls.due, {});
  // It was accepted in another tab, or withdrawn by its author.
  const isDone = data?.texts.length === 0;
  useEffect(() => {
    if (isDone) renew(user).catch(() => {});
  }, [isDone, user]);
  useEffect(() => {
    if (error instanceof CallError && session.token() === user.session) renew(user).catch(leaveOn(user));
  }, [error, user]);
  return (
    <ReaderFrame title={t('dueTitle')} home="/" action={<span>{nameOfAccount(user)}</span>}>
      <p>{t('dueHint')}</p>
      {error && !data ? (
        <UnreadableTexts error={error} onRetry={retry} />
      ) : !data || isDone ? (
        <Skeleton lines={12} />
      ) : (
        <DueTexts texts={data.texts} user={user} />
      )}
    </ReaderFrame>
  );
}

/** A session that has ended leads to the sign-in. */
const leaveOn = (user: SessionUser) => (failure: unknown) => {
  if (failure instanceof CallError && session.token() === user.session) session.close(failure.message);
};

function DueTexts({ texts, user }: { texts: readonly DueAgreement[]; user: SessionUser }) {
  const { t } = useTranslation('knowledge/agreements/reader');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const accept = async () => {
    const seen = texts.map(({ id, lang, sha256 }) => ({ id, lang, sha256 }));
    await send(ownAgreementCalls.accept, { texts: seen }, { quiet: true });
    await renew(user);
  };
  const decline = async () => {
    await send(ownAgreementCalls.decline, {}, { quiet: true });
    session.close(t('declined'));
  };
  const toggle = (id: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  return (
    <>
      {texts.map((text) => (
        <AgreementArticle key={text.id} text={text} />
      ))}
      {texts.map(({ id, title, isForCompany }) => (
        <label key={id} className="agreement-choice">
          <input
            type="checkbox"
            checked={chosen.has(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
          <span>
            {isForCompany
              ? t('acceptForCompany', { title, company: user.companyName })
              : t('acceptText', { title })}
          </span>
        </label>
      ))}
      <DecideBar isComplete={chosen.size === texts.length} accept={accept} decline={decline} />
    </>
  );
}
