import { networkCardCalls, type NetworkCard } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';

interface Props {
  card: NetworkCard;
  onClose: () => void;
  onGone: () => void;
}

export function SuspendDialog({ card, onClose }: Props) {
  const { t } = useTranslation('stock/network-cards');
  return (
    <FormDialog
      title={t('suspendTitle', { iccid: card.iccid })}
      call={networkCardCalls.suspend}
      initial={{ id: card.id }}
      submit={t('suspend')}
      done={t('suspended', { iccid: card.iccid })}
      onClose={onClose}
    >
      <p>{card.device ? t('suspendRobot', { name: card.device.nickname }) : t('suspendHint')}</p>
      <Form.Item name="reason" label={t('suspendedBecause')}>
        <Input autoFocus maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}

export function EditDialog({ card, onClose }: Props) {
  const { t } = useTranslation('stock/network-cards');
  const { options, search } = useCompanyChoices();
  const own = { value: card.companyId, label: card.companyName };
  return (
    <FormDialog
      title={t('editTitle', { iccid: card.iccid })}
      call={networkCardCalls.update}
      initial={{ id: card.id, version: card.version, companyId: card.companyId, remark: card.remark }}
      submit={t('save')}
      onClose={onClose}
    >
      <Form.Item name="companyId" label={t('company')}>
        <Select
          showSearch={{ onSearch: search, filterOption: false }}
          options={[own, ...options.filter(({ value }) => value !== own.value)]}
        />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}

export function RemoveDialog({ card, onClose, onGone }: Props) {
  const { t } = useTranslation('stock/network-cards');
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { iccid: card.iccid })}
      call={networkCardCalls.remove}
      input={{ id: card.id }}
      act={t('remove')}
      done={t('removed', { iccid: card.iccid })}
      after={onGone}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}
