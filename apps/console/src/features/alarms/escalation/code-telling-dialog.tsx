import { codeTellingCalls, escalationCalls, escalationLimits, type CodeTelling } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { Refusal } from '../../../kit/form/refusal.tsx';
import { formatNumber } from '../../../kit/format/format.ts';

export const codeOptions = Object.entries(alarmCodes).map(([value, { text }]) => ({
  value,
  label: `${value} ${text}`,
}));

/** Which policy and which delay an alarm code of the own company has. */
export function CodeTellingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('alarms/escalation');
  const [code, setCode] = useState<string>();
  const { data } = useQuery({
    ...callQuery(codeTellingCalls.detail, { code: code ?? '' }),
    enabled: code !== undefined,
  });
  return (
    <Dialog open title={t('codes')} footer={null} onCancel={onClose}>
      <div className="escalation-form">
        <p>{t('codesHint')}</p>
        <Select
          aria-label={t('code')}
          placeholder={t('code')}
          value={code ?? null}
          options={codeOptions}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={setCode}
        />
        {data && data.code === code && <TellingForm key={data.code} telling={data} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

function TellingForm({ telling, onClose }: { telling: CodeTelling; onClose: () => void }) {
  const { t } = useTranslation('alarms/escalation');
  const { t: word } = useTranslation('delivery');
  const { own, effective, companyId, code, version } = telling;
  const [choice, setChoice] = useState({ tellAfterS: own.tellAfterS, policyId: own.policyId });
  const policies = useQuery(callQuery(escalationCalls.list, { pageSize: 99 })).data?.list ?? [];
  const save = useAction(codeTellingCalls.set, { after: onClose, silent: true });
  return (
    <>
      <p>
        {t('applies', {
          seconds: formatNumber(effective.tellAfterS),
          policy: effective.policy ? (effective.policy.name ?? word('notSeen')) : t('noPolicy'),
        })}
      </p>
      <label>
        <span>{t('delay')}</span>
        <InputNumber
          min={0}
          max={escalationLimits.tellAfterS}
          precision={0}
          placeholder={t('inherited')}
          suffix={t('secondUnit')}
          value={choice.tellAfterS}
          onChange={(tellAfterS) => setChoice({ ...choice, tellAfterS })}
        />
      </label>
      <label>
        <span>{t('policy')}</span>
        <Select
          allowClear
          aria-label={t('policy')}
          placeholder={t('inherited')}
          value={choice.policyId}
          options={policies.map(({ id, name, companyName }) => ({
            value: id,
            label: `${name} · ${companyName}`,
          }))}
          onChange={(next: string | undefined) => setChoice({ ...choice, policyId: next ?? null })}
        />
      </label>
      <Refusal error={save.error} />
      <button
        type="button"
        className="sl-button sl-button-main"
        disabled={save.isPending}
        onClick={() => save.mutate({ companyId, code, version, ...choice })}
      >
        {t('save')}
      </button>
    </>
  );
}
