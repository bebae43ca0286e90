import { appCalls, appMoves, maxAppText, type AppDetail } from '@sweepline/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { ReleaseMark } from '../../../shared/approval/release-mark.tsx';
import { LangTextsField } from '../../../shared/lang-texts/lang-texts-field.tsx';
import { mayChange } from '../../../shared/updates/may-change.ts';
import { AppActs } from './app-acts.tsx';
import { draftOf } from './app-draft.ts';
import { AppFields } from './app-fields.tsx';
import { IconField, ScreenshotsField } from './app-pictures.tsx';
import { AppIcon } from './use-app-columns.tsx';
import { useAppForm } from './use-app-form.ts';
import '../../../kit/ui/panel.css';
import './apps.css';

/** What stands in the store about an app. Without a row it writes a new one. */
export function AppEditor({ row }: { row?: AppDetail }) {
  const { t } = useTranslation('updates/apps');
  const { form, touch, unsaved, save, busy, isSaved, error } = useAppForm(row);
  const readOnly =
    row !== undefined &&
    (!row.isOwn || appMoves[row.state].UPDATE === undefined || !mayChange(appCalls.update));
  return (
    <div className="app-page">
      <header className="sl-page-head">
        <div className="app-name">
          {row && <AppIcon icon={row.icon} />}
          <div>
            <h1>{row ? row.name : t('add')}</h1>
            {row && <ReleaseMark state={row.state} />}
          </div>
        </div>
        <div className="sl-page-actions">
          {row && <AppActs row={row} disabled={unsaved} />}
          {(unsaved || !row) && !readOnly && (
            <Button look="main" busy={busy} onClick={save}>
              {t('save')}
            </Button>
          )}
        </div>
      </header>
      <Refusal error={error} />
      <Form
        form={form}
        layout="vertical"
        className="app-columns"
        initialValues={draftOf(row)}
        disabled={readOnly}
        requiredMark={false}
        onValuesChange={touch}
      >
        <div className="sl-panel app-panel">
          <Form.Item name="descriptions" label={t('description')} extra={t('descriptionHint')}>
            <LangTextsField
              label={t('description')}
              missing={t('noText')}
              maxLength={maxAppText}
              disabled={readOnly}
            />
          </Form.Item>
          <Form.Item name="iconFileId" label={t('icon')} extra={t('pictureHint')}>
            <IconField readOnly={readOnly} />
          </Form.Item>
          <Form.Item name="screenshotFileIds" label={t('screenshots')} extra={t('screenshotsHint')}>
            <ScreenshotsField readOnly={readOnly} />
          </Form.Item>
        </div>
        <aside className="sl-panel app-panel">
          <AppFields isNew={row === undefined} companies={row?.companies ?? []} />
        </aside>
      </Form>
      <LeaveGuard unsaved={unsaved && !isSaved} />
    </div>
  );
}
