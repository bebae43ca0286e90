import { voiceSetCalls, pages } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../../kit/api/use-action.ts';
import { MomentField } from '../../../kit/form/moment-field.tsx';
import { addDays, dayOf, momentAt } from '../../../kit/format/days.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';

/** The next night: robots are heard then by the fewest people. */
const nextNight = () => momentAt(addDays(dayOf(Date.now()), 1), '02:00');

interface Props {
  /** Null: the robots' own sounds. */
  setId: string | null;
  targets: readonly string[];
  /** How many of them change. */
  changing: number;
}

/** When the rollout begins, and the button that sends or plans it. The server refuses a moment that is past. */
export function RolloutTime({ setId, targets, changing }: Props) {
  const { t } = useTranslation('brand/voice-sets');
  const navigate = useNavigate();
  const [at, setAt] = useState<string>();
  const start = useAction(voiceSetCalls.rollout, {
    done: t(at ? 'planned' : 'sent', { count: changing }),
    after: () => void navigate(setId === null ? pages.voiceSets() : pages.voiceSet({ id: setId })),
  });
  return (
    <section>
      <h2>{t('step.when')}</h2>
      <div className="voice-when">
        <Segments
          label={t('step.when')}
          value={at ? 'later' : 'now'}
          options={[
            { value: 'now', text: t('now') },
            { value: 'later', text: t('later') },
          ]}
          onChange={(next) => setAt(next === 'later' ? nextNight() : undefined)}
        />
        {at && <MomentField aria-label={t('moment')} value={at} onChange={setAt} />}
      </div>
      <Button
        look="main"
        icon={at ? 'clock' : 'upload'}
        busy={start.isPending}
        onClick={() => start.mutate({ id: setId, targetIds: [...targets], ...(at && { at }) })}
      >
        {t(at ? 'plan' : 'send', { count: changing })}
      </Button>
    </section>
  );
}
