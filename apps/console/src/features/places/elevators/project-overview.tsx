import { pages, type ElevatorProjectDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Facts } from '../../../kit/ui/facts.tsx';
import { useWords } from '../../../shared/words/use-words.ts';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Whose project it is, where, and how much belongs to it. */
export function ProjectOverview({ project }: { project: ElevatorProjectDetail }) {
  const { t } = useTranslation('places/elevators');
  const { word } = useWords();
  const { siteId, siteName, scene, modules } = project;
  return (
    <div className="elevator-facts">
      <Facts>
        <section>
          <dl>
            <Fact name={t('number')}>{project.number}</Fact>
            <Fact name={t('customer')}>{project.companyName}</Fact>
            <Fact name={t('site')}>
              <Link to={pages.site({ id: siteId })}>{siteName}</Link>
            </Fact>
            <Fact name={t('address')}>{project.address || unknown}</Fact>
            <Fact name={t('scene')}>{scene ? word('scenario', scene) : unknown}</Fact>
            <Fact name={t('property')}>{project.property || unknown}</Fact>
          </dl>
        </section>
        <section>
          <dl>
            <Fact name={t('elevators')}>{formatNumber(project.elevators)}</Fact>
            <Fact name={t('floors')}>{formatNumber(project.floors)}</Fact>
            <Fact name={t('modules')}>
              {formatNumber(modules.total)}
              <small>
                {t('onlineCount', { count: modules.online, shown: formatNumber(modules.online) })}
              </small>
            </Fact>
            <Fact name={t('robots')}>{formatNumber(project.devices)}</Fact>
            <Fact name={t('changed')}>
              <AgoBy at={project.updatedAt} by={project.updatedBy} />
            </Fact>
          </dl>
        </section>
      </Facts>
    </div>
  );
}
