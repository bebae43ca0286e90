import { permissions } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { NoticeRuleTabs } from '../../../shared/notice-rules/notice-rule-tabs.tsx';
import { SettingList } from './setting-list.tsx';
import { SnapshotRuleDialog } from './snapshot-rule-dialog.tsx';
import { SuppressionList } from './suppression-list.tsx';
import './alarm-settings.css';

const views = ['codes', 'suppressions'] as const;

/** Whether the user may decide which alarms bring a snapshot. The call checks both. */
const mayDecide = () => may(permissions.alarmSettingChange) && may(permissions.deviceSnapshot);

/** What a company decides about alarm codes, and the standing list of what is suppressed. */
export function AlarmSettingsPage() {
  const { t } = useTranslation('alarms/settings');
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'suppressions' ? 'suppressions' : 'codes';
  const companyId = params.get('companyId');
  const [isDeciding, setDeciding] = useState(false);
  const actions = (
    <>
      {mayDecide() && (
        <Button icon="camera" onClick={() => setDeciding(true)}>
          {t('snapshots.open')}
        </Button>
      )}
      <Segments
        onlyWay
        label={t('view')}
        value={view}
        options={views.map((value) => ({ value, text: t(`views.${value}`) }))}
        // The lists have filters of their own, except for the company.
        onChange={(next) =>
          setParams(
            { ...(companyId && { companyId }), ...(next === 'suppressions' && { view: next }) },
            { replace: true },
          )
        }
      />
    </>
  );
  return (
    <div className="alarm-settings-page sl-stacked">
      <NoticeRuleTabs value="alarms" />
      {view === 'codes' ? <SettingList actions={actions} /> : <SuppressionList actions={actions} />}
      {isDeciding && <SnapshotRuleDialog onClose={() => setDeciding(false)} />}
    </div>
  );
}
