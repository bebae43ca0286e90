import { elevatorTestCalls, type Elevator, type ElevatorTest } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { formatNumber, formatTime, unknown } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { TestDialog } from './dialogs/test-dialog.tsx';

const runningMs = 1_000;
const looks = {
  RUNNING: { tone: 'waiting', icon: 'clock' },
  PASSED: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
} as const;

/** The newest commissioning test of an elevator with its steps, and the button that starts another. */
export function TestPanel({ elevator }: { elevator: Elevator }) {
  const { t } = useTranslation('places/elevators');
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({
    ...callQuery(elevatorTestCalls.list, { elevatorId: elevator.id, pageSize: 1 }),
    refetchInterval: ({ state }) => (state.data?.list[0]?.state === 'RUNNING' ? runningMs : false),
    meta: { silent: true },
  });
  const test = data?.list[0];
  const isOffered = elevator.floors.length > 1 && test?.state !== 'RUNNING';
  return (
    <div className="elevator-test">
      {test ? <TestProtocol test={test} /> : <p>{t('noTest')}</p>}
      {isOffered && (
        <Allowed call={elevatorTestCalls.start}>
          <Button look="quiet" icon="play" onClick={() => setOpened(true)}>
            {t('startTest')}
          </Button>
        </Allowed>
      )}
      {opened && <TestDialog elevator={elevator} onClose={() => setOpened(false)} />}
    </div>
  );
}

function TestProtocol({ test: { state, from, to, steps, startedAt, startedBy } }: { test: ElevatorTest }) {
  const { t } = useTranslation('places/elevators');
  const seconds = (start: string, end: string) =>
    t('seconds', { count: formatNumber(Math.round((Date.parse(end) - Date.parse(start)) / 100) / 10) });
  return (
    <div role="status">
      <p>
        <StateMark {...looks[state]} word={t(`testStates.${state}`)} />
        <small>{t('testOf', { from, to, who: startedBy, when: formatTime(startedAt) })}</small>
      </p>
      <ol>
        {steps.map(({ step, outcome, detail, startedAt: start, endedAt }) => (
          <li key={step}>
            {t(`testSteps.${step}`)} ·{' '}
            {outcome ? [t(`testOutcomes.${outcome}`), detail].filter(Boolean).join(': ') : t('testRuns')}{' '}
            <small>{endedAt ? seconds(start, endedAt) : unknown}</small>
          </li>
        ))}
      </ol>
    </div>
  );
}
