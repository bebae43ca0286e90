import { deviceResaleCalls, type Resale } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';

type Act = Resale['acts'][number];
const also = ['deviceStock', 'devices'];
const icons = { confirm: 'check', decline: 'close', withdraw: 'undo' } as const;

/** The receiver accepts or declines, the seller withdraws. */
export function OfferActions({ resale }: { resale: Resale }) {
  const { t } = useTranslation('stock/robots');
  const [act, setAct] = useState<Act | null>(null);
  const offered = resale.acts.filter((one) => may(deviceResaleCalls[one].allow));
  const [first, ...rest] = offered;
  return (
    <>
      {first && <Button onClick={() => setAct(first)}>{t(`${first}.act`)}</Button>}
      <RowMenu
        label={resale.nickname}
        items={rest.map((one) => ({
          key: one,
          text: t(`${one}.act`),
          icon: icons[one],
          run: () => setAct(one),
        }))}
      />
      {act === 'decline' && <DeclineDialog resale={resale} onClose={() => setAct(null)} />}
      {(act === 'confirm' || act === 'withdraw') && (
        <SettleDialog act={act} resale={resale} onClose={() => setAct(null)} />
      )}
    </>
  );
}

interface Props {
  resale: Resale;
  onClose: () => void;
}

function DeclineDialog({ resale: { id, nickname: name }, onClose }: Props) {
  const { t } = useTranslation('stock/robots');
  return (
    <FormDialog
      title={t('decline.title', { name })}
      call={deviceResaleCalls.decline}
      submit={t('decline.act')}
      initial={{ id }}
      done={t('decline.done', { name })}
      also={also}
      onClose={onClose}
    >
      <Form.Item name="reason" label={t('decline.reason')}>
        <Input autoFocus maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}

function SettleDialog({ act, resale, onClose }: Props & { act: 'confirm' | 'withdraw' }) {
  const { t } = useTranslation('stock/robots');
  const { id, nickname: name, fromCompanyName: from, companyName: to } = resale;
  return (
    <ConfirmCallDialog
      title={act === 'confirm' ? t('confirm.title', { name, from }) : t('withdraw.title', { name })}
      call={deviceResaleCalls[act]}
      input={{ id }}
      act={t(`${act}.act`)}
      done={t(`${act}.done`, { name })}
      also={also}
      onClose={onClose}
    >
      {act === 'confirm' ? t('confirm.hint') : t('withdraw.hint', { to })}
    </ConfirmCallDialog>
  );
}
