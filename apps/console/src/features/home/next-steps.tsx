import { deviceCalls, mapCalls, reportCalls, taskCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../kit/ui/icon.tsx';
import { may } from '../../kit/api/may.ts';

const steps = [
  { name: 'devices', to: '/deviceManage/list', icon: 'robot', call: deviceCalls.list },
  { name: 'clean', to: '/dataManage/taskDetail', icon: 'clean', call: taskCalls.create },
  { name: 'map', to: '/dataManage/mapList', icon: 'map', call: mapCalls.preview },
  { name: 'reports', to: '/dataManage/history', icon: 'report', call: reportCalls.list },
] as const;

/** Links to the first tasks that the permissions of the account allow. */
export function NextSteps() {
  const { t } = useTranslation('home');
  const allowedSteps = steps.filter(({ call }) => may(call.allow));
  if (allowedSteps.length === 0) return null;
  return (
    <section className="sl-welcome-panel">
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
