import { pages, settingsRolloutCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../kit/ui/button.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { PreviewList } from './preview-list.tsx';
import './settings-rollouts.css';
import { SourceFields } from './source-fields.tsx';
import { TargetFields } from './target-fields.tsx';
import { momentOf, TimeFields, type LaterTime } from './time-fields.tsx';
import { usePreview } from './use-preview.ts';
import { useSource } from './use-source.ts';
import { useTargets } from './use-targets.ts';

/** Copies settings from a robot or a profile to other robots: source, targets, preview and time. */
export function SyncPage() {
  const { t } = useTranslation('devices/settings-rollouts');
  const navigate = useNavigate();
  const source = useSource();
  const { targets, setTargets } = useTargets(source);
  const [later, setLater] = useState<LaterTime | null>(null);
  const preview = usePreview(source.from, targets);
  const changing = preview.data?.targets.filter(({ verdict }) => verdict === 'DIFFERENT').length ?? 0;
  const start = useAction(settingsRolloutCalls.start, {
    done: t(later ? 'planned' : 'sent', { count: changing }),
    also: ['settingsProfiles', 'deviceSettings'],
    after: ({ id }) => void navigate(pages.settingsRollout({ id })),
  });
  const at = later && momentOf(later);
  const send = () =>
    source.from && start.mutate({ from: source.from, targetIds: [...targets], ...(at && { at }) });
  return (
    <div className="sr-page">
      <header className="sl-page-head">
        <h1>{t('syncTitle')}</h1>
      </header>
      <div className="sr-steps">
        <SourceFields source={source} />
        {source.from && (
          <TargetFields
            key={source.model}
            model={source.model}
            sourceId={'deviceId' in source.from ? source.from.deviceId : null}
            value={targets}
            onChange={setTargets}
          />
        )}
        {source.from && targets.length > 0 && (
          <section>
            <h2>{t('step.preview')}</h2>
            <PreviewList preview={preview} />
          </section>
        )}
        {changing > 0 && (
          <section>
            <h2>{t('step.when')}</h2>
            <TimeFields value={later} onChange={setLater} />
            <Button
              look="main"
              icon={later ? 'clock' : 'upload'}
              busy={start.isPending}
              disabled={later !== null && !at}
              onClick={send}
            >
              {t(later ? 'plan' : 'send', { count: changing })}
            </Button>
          </section>
        )}
      </div>
    </div>
  );
}
