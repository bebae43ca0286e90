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

/** The first things this person may do here. */
export function NextSteps() {
  const { t } = useTranslation('home');
  const mine = steps.filter(({ call }) => may(call.allow));
  if (mine.length === 0) return null;
  return (
    <section className="sl-welcome-panel">
      <header>
        <h2>{t('next')}</h2>
      </header>
      <ul className="sl-steps">
        {mine.map(({ name, to, icon }) => (
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
