import { speechCalls, type Lang, type SpeechVoice, type SpokenSound } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery, CallError } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { HeardSounds } from './heard-sounds.tsx';
import { KeepFields } from './keep-fields.tsx';
import { LanguageTexts } from './language-texts.tsx';
import { emptyDraft, spokenLangs, whatOf, type What } from './speech-draft.ts';
import { SpeechOptions } from './speech-options.tsx';
import './speech.css';

/** Text to speech: write, listen, keep. */
export function SpeechPage() {
  const { t } = useTranslation('brand/speech');
  const { data, error, refetch } = useQuery({ ...callQuery(speechCalls.list, {}), meta: { silent: true } });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <div className="speech-page">
      <header className="sl-page-head">
        <h1>{t('title')}</h1>
      </header>
      {data.engine === null ? (
        <Empty icon="play" title={t('missingTitle')} hint={t('missingHint')} />
      ) : (
        <SpeechForm voices={data.voices} />
      )}
    </div>
  );
}

interface Heard {
  what: What;
  sounds: SpokenSound[];
}

function SpeechForm({ voices }: { voices: readonly SpeechVoice[] }) {
  const { t } = useTranslation('brand/speech');
  const [draft, setDraft] = useState(emptyDraft);
  const [heard, setHeard] = useState<Heard>();
  const listen = useAction(speechCalls.preview, {
    done: null,
    quiet: true,
    silent: true,
    after: ({ sounds }, what) => setHeard({ what, sounds }),
  });
  const what = whatOf(draft, voices);
  const fields = listen.error instanceof CallError ? listen.error.fields : {};
  const faults: Partial<Record<Lang, string>> = {};
  for (const [at, language] of spokenLangs(draft).entries()) {
    const fault = fields[`texts.${at}.text`] ?? fields[`texts.${at}.voice`];
    if (fault) faults[language] = fault;
  }
  const change = (changes: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changes });
    // What is kept is what was heard.
    setHeard(undefined);
    listen.reset();
  };
  return (
    <div className="speech-form">
      <LeaveGuard unsaved={heard !== undefined} />
      <LanguageTexts draft={draft} voices={voices} faults={faults} onChange={change} />
      <SpeechOptions draft={draft} onChange={change} />
      {Object.keys(faults).length === 0 && <Refusal error={listen.error} />}
      <Button
        look={heard ? 'plain' : 'main'}
        icon="play"
        busy={listen.isPending}
        disabled={what === null}
        onClick={() => what && listen.mutate(what)}
      >
        {t('speak')}
      </Button>
      {heard && <HeardSounds sounds={heard.sounds} />}
      {heard && may(speechCalls.convert.allow) && <KeepFields what={heard.what} />}
    </div>
  );
}
