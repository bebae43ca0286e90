import { deviceCareCalls, deviceLogCalls, pages, type Call, type Diagnosis } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { findingsOf, levelMarks, type FindingKey } from './figure-levels.ts';

/** The tab of the device that has the next step. */
const steps: Partial<
  Record<FindingKey, { tab: 'control' | 'logs'; allow: Call['allow']; capability?: string }>
> = {
  memPct: { tab: 'control', allow: deviceCareCalls.reboot.allow, capability: 'reboot' },
  cpuPct: { tab: 'control', allow: deviceCareCalls.reboot.allow, capability: 'reboot' },
  asleep: { tab: 'control', allow: deviceCareCalls.reboot.allow, capability: 'sleep' },
  selfCheck: { tab: 'control', allow: deviceCareCalls.reboot.allow, capability: 'selfCheck' },
  diskFreeMb: { tab: 'logs', allow: deviceLogCalls.list.allow, capability: 'logPull' },
  offline: { tab: 'logs', allow: deviceLogCalls.list.allow, capability: 'logPull' },
};

interface Props {
  deviceId: string;
  diagnosis: Diagnosis;
  capabilities: readonly string[];
}

/** What stands out, each with its next step; or that nothing does. */
export function Findings({ deviceId, diagnosis, capabilities }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  const findings = findingsOf(diagnosis);
  return (
    <section className="dg-findings" aria-label={t('findings')}>
      {findings.length === 0 && <StateMark {...levelMarks.good} word={t('allGood')} />}
      <ul>
        {findings.map(({ key, level }) => {
          const step = steps[key];
          const isOffered =
            step && may(step.allow) && (!step.capability || capabilities.includes(step.capability));
          return (
            <li key={key}>
              <StateMark {...levelMarks[level]} word={t(`finding.${key}.what`)} />
              <small>{t(`finding.${key}.next`)}</small>
              {isOffered && (
                <Link to={pages.device({ id: deviceId, tab: step.tab })}>{t(`step.${step.tab}`)}</Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
