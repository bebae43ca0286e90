import type { Output, roleCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';

type Results = Output<typeof roleCalls.apply>['results'];

/** The result of applying the role, per copy. */
export function CopyResults({ results }: { results: Results }) {
  const { t } = useTranslation('people/roles');
  if (results.length === 0) return <p className="role-copies-hint">{t('copiesHint')}</p>;
  return (
    <ul className="role-results" role="status">
      {results.map(({ id, companyName, result }) => (
        <li key={id}>
          <StateMark
            tone={result === 'DONE' ? 'working' : result === 'NOTHING' ? 'quiet' : 'fault'}
            icon={result === 'DONE' ? 'check' : result === 'NOTHING' ? 'minus' : 'alert'}
            word={`${companyName}: ${t(`results.${result}`)}`}
          />
        </li>
      ))}
    </ul>
  );
}
