import type { AiProjectDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime, unknown } from '../../../kit/format/format.ts';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Facts } from '../../../kit/ui/facts.tsx';
import { ProjectState } from './project-state.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What a project asks of its robots. */
export function ProjectOverview({ project }: { project: AiProjectDetail }) {
  const { t } = useTranslation('ai/projects');
  const { t: ofVideo } = useTranslation('video');
  const { cameras, classes, images, labelled } = project;
  return (
    <div className="ai-facts">
      <Facts>
        <section>
          <dl>
            <Fact name={t('state')}>
              <ProjectState state={project.state} />
            </Fact>
            <Fact name={t('organisation')}>{project.companyName}</Fact>
            <Fact name={t('purpose')}>{project.purpose || unknown}</Fact>
            <Fact name={t('cameras')}>{cameras.map((it) => ofVideo(`camera.${it}`)).join(' · ')}</Fact>
            <Fact name={t('perSecond')}>{formatNumber(project.perSecond, 1)}</Fact>
            <Fact name={t('cap')}>{formatNumber(project.cap)}</Fact>
            <Fact name={t('type')}>{t(`types.${project.type}`)}</Fact>
          </dl>
        </section>
        <section>
          <dl>
            <Fact name={t('during')}>{t(`durings.${project.during}`)}</Fact>
            <Fact name={t('until')}>{formatTime(project.until)}</Fact>
            <Fact name={t('faces')}>{project.facesBlurred ? t('facesHint') : t('facesNot')}</Fact>
            <Fact name={t('retention')}>{t('days', { count: project.retentionDays })}</Fact>
            <Fact name={t('classes')}>
              {classes.length === 0 ? t('noClasses') : <ClassList classes={classes} />}
            </Fact>
            <Fact name={t('images')}>
              {formatNumber(images)}
              <small>{t('labelledCount', { labelled: formatNumber(labelled) })}</small>
            </Fact>
            <Fact name={t('changed')}>
              <AgoBy at={project.updatedAt} by={project.updatedBy} />
            </Fact>
          </dl>
        </section>
      </Facts>
    </div>
  );
}

const ClassList = ({ classes }: Pick<AiProjectDetail, 'classes'>) => (
  <ul className="ai-class-list">
    {classes.map(({ id, name, colour, key }) => (
      <li key={id}>
        <span className="ai-swatch" style={{ background: colour }} /> {name} <kbd>{key}</kbd>
      </li>
    ))}
  </ul>
);
