import { pages, permissions, type GettingStarted, type StartStep } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import './start-list.css';

/** The page on which each step is done. */
const addresses: Readonly<Record<StartStep, () => string>> = {
  company: pages.terminalCompanies,
  site: pages.sites,
  map: pages.mapImport,
  zone: pages.maps,
  robot: pages.devices,
  task: pages.task,
  report: pages.tasks,
  people: () => (may(permissions.accounts) ? pages.accounts() : pages.outerAccounts()),
  mail: pages.servers,
  backup: pages.backups,
};

/** The first steps in their order: those that are done have a tick, and the first open one has the button. */
export function StartList({ steps }: Pick<GettingStarted, 'steps'>) {
  const { t } = useTranslation('figures/home');
  const next = steps.find(({ isDone }) => !isDone)?.step;
  return (
    <ol className="start-list">
      {steps.map(({ step, isDone }) => (
        <li key={step} className={isDone ? 'start-list-done' : ''} aria-current={step === next && 'step'}>
          <Icon name={isDone ? 'check' : 'ring'} size={18} />
          <span className="sl-panel-what">
            <strong>{t(`start.${step}.title`)}</strong>
            <small>{isDone ? t('start.done') : t(`start.${step}.hint`)}</small>
          </span>
          {!isDone && (
            <Link
              className={`sl-button ${step === next ? 'sl-button-main' : 'sl-button-plain'}`}
              to={addresses[step]()}
            >
              {t(`start.${step}.act`)}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
