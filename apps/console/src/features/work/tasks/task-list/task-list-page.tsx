import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { RunList } from '../runs/run-list.tsx';
import { TaskList } from './task-list.tsx';
import { useRunChanges } from '../runs/use-run-changes.ts';
import './task-list-page.css';

/** Tasks and open runs: two tabs, each with its own URL. */
export function TaskListPage() {
  const { t } = useTranslation('work/tasks');
  const [params] = useSearchParams();
  const runs = params.get('view') === 'runs';
  useRunChanges();
  return (
    <div className="task-list-page">
      <nav className="page-tabs" aria-label={t('views')}>
        <Link to={pages.tasks()} aria-current={runs ? undefined : 'page'}>
          {t('tasks')}
        </Link>
        <Link to={pages.tasks({ view: 'runs' })} aria-current={runs ? 'page' : undefined}>
          {t('runs')}
        </Link>
      </nav>
      {runs ? <RunList /> : <TaskList />}
    </div>
  );
}
