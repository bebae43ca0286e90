import { agreementCalls, agreementMay, type AgreementDetail } from '@sweepline/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { AgreementActs } from './agreement-acts.tsx';
import { aboutOf } from './agreement-draft.ts';
import { AgreementFields } from './agreement-fields.tsx';
import { AgreementMark } from './agreement-mark.tsx';
import { AgreementTexts } from './agreement-texts.tsx';
import { mayWrite } from './may-write.ts';
import { useAgreementForm } from './use-agreement-form.ts';
import '../../../kit/ui/panel.css';
import './agreements.css';

interface Props {
  row?: AgreementDetail;
  /** The version that a new one begins with. */
  start?: AgreementDetail;
}

/** The texts of a version in six languages beside what is written down about it. Without a row it writes a new one. */
export function AgreementEditor({ row, start }: Props) {
  const { t } = useTranslation('knowledge/agreements');
  const agreement = useAgreementForm(row, start);
  const { form, texts, setTexts, unsaved, busy, isEmpty, save } = agreement;
  const readOnly = row ? !agreementMay(row.state, 'UPDATE') || !mayWrite(agreementCalls.update) : false;
  return (
    <div className="agreement-page">
      <header className="sl-page-head">
        <div>
          <h1>{row ? row.title : t('add')}</h1>
          {row && <AgreementMark {...row} />}
        </div>
        <div className="sl-page-actions">
          {row && <AgreementActs row={row} disabled={unsaved} />}
          {(unsaved || !row) && !readOnly && (
            <Button look="main" busy={busy} disabled={isEmpty} onClick={save}>
              {t('saveDraft')}
            </Button>
          )}
        </div>
      </header>
      <Refusal error={agreement.error} />
      <div className="agreement-columns">
        <AgreementTexts
          texts={texts}
          before={
            row ? row.before : start && start.number !== null ? { ...start, number: start.number } : null
          }
          readOnly={readOnly}
          onChange={(lang, next) =>
            setTexts((current) => ({ ...current, [lang]: { ...current[lang], ...next } }))
          }
        />
        <Form
          form={form}
          layout="vertical"
          className="sl-panel agreement-fields"
          initialValues={start ? { ...aboutOf(start), validFrom: null } : aboutOf(row)}
          disabled={readOnly}
          requiredMark={false}
          onValuesChange={agreement.touch}
        >
          <AgreementFields isStored={row !== undefined || start !== undefined} />
        </Form>
      </div>
      <LeaveGuard unsaved={unsaved && !agreement.isSaved} />
    </div>
  );
}
