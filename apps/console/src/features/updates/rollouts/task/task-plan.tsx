import type { OtaTaskDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatPercent, formatTime, unknown } from '../../../../kit/format/format.ts';
import { Facts } from '../../../../kit/ui/facts.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What was decided for the rollout: its robots, times, conditions and pace. */
export function TaskPlan({ task }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  const { word } = useWords();
  const { plan, approvedAt, approvedBy } = task;
  const yes = (value: boolean) => t(value ? 'yes' : 'no');
  const named = [
    plan.deviceIds.length > 0 && t('nRobots', { count: plan.deviceIds.length }),
    plan.groupIds.length > 0 && t('nGroups', { count: plan.groupIds.length }),
    plan.siteIds.length > 0 && t('nSites', { count: plan.siteIds.length }),
  ].filter((text) => typeof text === 'string');
  return (
    <section className="sl-panel rollout-plan">
      <Facts>
        <section>
          <h3>{t('step.robots')}</h3>
          <dl>
            <Fact name={t('robotsTitle')}>{named.length > 0 ? named.join(', ') : t('allFitting')}</Fact>
            <Fact name={t('lateJoiners')}>{yes(plan.lateJoiners)}</Fact>
          </dl>
        </section>
        <section>
          <h3>{t('whenTitle')}</h3>
          <dl>
            <Fact name={t('deadline')}>{formatTime(plan.deadline)}</Fact>
            <Fact name={t('window')}>
              {plan.window ? `${plan.window.from}–${plan.window.to}` : t('windowOfSites')}
            </Fact>
            <Fact name={t('force')}>{yes(plan.force)}</Fact>
            <Fact name={t('approvedTitle')}>
              {approvedAt ? `${formatTime(approvedAt)} · ${approvedBy ?? unknown}` : unknown}
            </Fact>
          </dl>
        </section>
        <section>
          <h3>{t('robotTitle')}</h3>
          <dl>
            <Fact name={t('minSoc')}>{formatPercent(plan.minSoc)}</Fact>
            <Fact name={t('requireDocked')}>{yes(plan.requireDocked)}</Fact>
            <Fact name={t('autoInstall')}>{yes(plan.autoInstall)}</Fact>
            <Fact name={t('allowMobileData')}>{yes(plan.allowMobileData)}</Fact>
          </dl>
        </section>
        <section>
          <h3>{t('paceTitle')}</h3>
          <dl>
            <Fact name={t('maxAtOnce')}>{formatNumber(plan.maxAtOnce)}</Fact>
            <Fact name={t('onePerSite')}>{yes(plan.onePerSite)}</Fact>
            <Fact name={t('attempts')}>{formatNumber(plan.attempts)}</Fact>
            <Fact name={t('retryCodes')}>
              {plan.retryCodes.map((code) => word('reply', code)).join(', ') || unknown}
            </Fact>
            <Fact name={t('canaryWorse')}>{formatPercent(plan.canaryWorsePct)}</Fact>
          </dl>
        </section>
      </Facts>
    </section>
  );
}
