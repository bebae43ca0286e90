import { profileCalls, type OwnProfile, type Sent } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { CallError } from '../../../kit/api/api.ts';
import { chooseLang, currentLang } from '../../../kit/format/lang.ts';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { forgetPopUpChoice } from '../../../shared/people/pop-up-choice.ts';
import { session } from '../../../kit/api/session.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { ProfileReading } from './profile-reading.tsx';
import { ProfileWho } from './profile-who.tsx';

export type Draft = Omit<Sent<typeof profileCalls.save>, 'version'>;

/** Copies the saved profile to the session, so the page applies it at once. A new language reloads the page. */
function applyProfile({ nickname, profile }: OwnProfile) {
  const user = session.user();
  if (user) session.open({ ...user, nickname, profile });
  if (user && user.profile.popUps !== profile.popUps) forgetPopUpChoice();
  if (profile.lang && profile.lang !== currentLang()) chooseLang(profile.lang);
}

export function ProfileForm({ own }: { own: OwnProfile }) {
  const { t } = useTranslation('people/profile');
  const { t: kit } = useTranslation('kit');
  const { nickname, phone, email, profile, version } = own;
  const before: Draft = { nickname, phone, email, profile };
  const [draft, setDraft] = useState(before);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const save = useAction(profileCalls.save, { after: applyProfile });
  const unsaved = JSON.stringify(draft) !== JSON.stringify(before);

  const submit = () => {
    const input = profileCalls.save.input.safeParse({ ...draft, version });
    const faults = input.success ? [] : input.error.issues.map(({ path }) => path.join('.'));
    setWrong(new Set(faults));
    if (faults.length > 0) return;
    save.mutate(
      { ...draft, version },
      {
        onError: (error) => {
          if (error instanceof CallError) setWrong(new Set(Object.keys(error.fields)));
        },
      },
    );
  };

  return (
    <form
      className="profile-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ProfileWho
        draft={draft}
        wrong={wrong}
        needsPassword={draft.phone !== phone || draft.email !== email}
        onChange={setDraft}
      />
      <ProfileReading
        profile={draft.profile}
        onChange={(next) => setDraft({ ...draft, profile: { ...draft.profile, ...next } })}
      />
      <footer>
        <Button look="main" type="submit" disabled={!unsaved} busy={save.isPending}>
          {t('save')}
        </Button>
        {unsaved && <Button onClick={() => setDraft(before)}>{kit('cancel')}</Button>}
      </footer>
      <LeaveGuard unsaved={unsaved && !save.isPending} />
    </form>
  );
}
