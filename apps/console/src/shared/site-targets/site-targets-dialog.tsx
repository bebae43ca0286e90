import { siteTargetCalls, type SiteTarget } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { AssumptionFields, TargetFields } from './site-targets-fields.tsx';
import './site-targets.css';

/** Dialog for the targets and the assumptions of one site. An empty field has no target and no assumption. */
export function SiteTargetsDialog({ target, onClose }: { target: SiteTarget; onClose: () => void }) {
  const { t } = useTranslation('site-targets');
  const { site, companyName: _companyName, updatedAt: _updatedAt, updatedBy: _updatedBy, ...fields } = target;
  return (
    <FormDialog
      title={t('title', { name: site.name })}
      call={siteTargetCalls.save}
      initial={{ siteId: site.id, ...fields }}
      submit={t('save')}
      done={t('saved', { name: site.name })}
      onClose={onClose}
    >
      <section className="site-targets">
        <h3>{t('targets')}</h3>
        <p>{t('targetsHint')}</p>
        <TargetFields />
        <h3>{t('assumptions')}</h3>
        <p>{t('assumptionsHint')}</p>
        <AssumptionFields />
      </section>
    </FormDialog>
  );
}
