import { deviceCareCalls, type DeviceLive, type Diagnosis } from '@sweepline/contract';
import { selfCheckItems } from '@sweepline/contract/robot';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { commandMarks } from '../../../../shared/command/command-life.ts';
import { SelfCheckResult } from '../../../../shared/command/command-values.tsx';
import '../../../../shared/command/command.css';
import { useCommandAction } from '../../../../shared/command/use-command-action.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { Card } from './card.tsx';

interface Props {
  device: { id: string; nickname: string; sn: string };
  live: DeviceLive;
  selfCheck: Diagnosis['selfCheck'];
  isAble: boolean;
}

/** The newest self-check by part, and a button to run one of all parts. */
export function CheckCard({ device, live, selfCheck, isAble }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  const cache = useQueryClient();
  const check = useCommandAction(deviceCareCalls.selfCheck, device, () => {
    void cache.invalidateQueries({ queryKey: ['diagnosis'] });
  });
  const hindrance = live.connection.state === 'ONLINE' ? undefined : t('check.offline');
  return (
    <Card icon="check" title={t('check.title')} at={selfCheck?.at ?? null}>
      {selfCheck ? <LastCheck selfCheck={selfCheck} /> : <p>{t('check.none')}</p>}
      {isAble && may(deviceCareCalls.selfCheck.allow) && (
        <div>
          <Button
            icon="check"
            busy={check.isPending}
            disabled={hindrance !== undefined}
            title={hindrance}
            onClick={() => check.mutate({ id: device.id, items: [...selfCheckItems], reason: '' })}
          >
            {t('check.act')}
          </Button>
        </div>
      )}
    </Card>
  );
}

const isState = (state: string): state is keyof typeof commandMarks => state in commandMarks;

function LastCheck({
  selfCheck: { by, state, results },
}: {
  selfCheck: NonNullable<Diagnosis['selfCheck']>;
}) {
  const { t } = useTranslation('remote/diagnosis');
  const { word } = useWords();
  return (
    <>
      <p className="dg-check-state">
        {isState(state) && <StateMark {...commandMarks[state]} word={word('commandState', state)} />}
        {by && <small>{t('check.by', { name: by })}</small>}
      </p>
      {Object.keys(results).length > 0 && <SelfCheckResult result={results} />}
    </>
  );
}
