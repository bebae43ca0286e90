import { deviceCalls, mapCalls, reportCalls, taskCalls, pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../../kit/ui/icon.tsx';
import { may } from '../../../kit/api/may.ts';
import '../../../kit/ui/panel.css';

const steps = [
  { name: 'devices', to: pages.devices(), icon: 'robot', call: deviceCalls.list },
  { name: 'clean', to: pages.task(), icon: 'clean', call: taskCalls.create },
  { name: 'map', to: pages.maps(), icon: 'map', call: mapCalls.preview },
  { name: 'reports', to: pages.reports(), icon: 'report', call: reportCalls.list },
] as const;

/** Links to the first tasks that the permissions of the account allow. */
export function NextSteps() {
  const { t } = useTranslation('figures/home');
  const allowedSteps = steps.filter(({ call }) => may(call.allow));
  if (allowedSteps.length === 0) return null;
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('next')}</h2>
      </header>
      <ul className="sl-steps">
        {allowedSteps.map(({ name, to, icon }) => (
          <li key={name}>
            <Link to={to}>
              <Icon name={icon} />
              {t(`steps.${name}`)}
              <Icon name="right" size={14} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
