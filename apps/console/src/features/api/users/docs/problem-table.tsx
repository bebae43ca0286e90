import { openProblems, openRemedies, problemType, type OpenProblem } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { currentLang } from '../../../../kit/format/lang.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { problemTitle } from '../use/problem-title.ts';

// The names are the keys of the table.
const problems = Object.keys(openProblems) as OpenProblem[];

/** Every problem with its cause and its remedy. */
export function ProblemTable() {
  const { t } = useTranslation('api/users/docs');
  const lang = currentLang();
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('type')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">{t('cause')}</th>
          <th scope="col">{t('remedy')}</th>
        </tr>
      </thead>
      <tbody>
        {problems.map((problem) => (
          <tr key={problem}>
            <th scope="row" data-label={t('type')}>
              <code>{problemType(problem)}</code>
            </th>
            <td data-label={t('status')}>{openProblems[problem].status}</td>
            <td data-label={t('cause')}>{problemTitle(problem)}</td>
            <td data-label={t('remedy')}>{openRemedies[problem][lang]}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
