import { controlPasswordCalls } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { useAction } from '../../../kit/api/use-action.ts';

interface Props {
  device: { id: string; nickname: string };
  onClose: () => void;
}

/** Sets the control password of the company's devices, or of this device; the device's own password takes precedence. */
export function PasswordDialog({ device, onClose }: Props) {
  const { t } = useTranslation('devices/control');
  const cache = useQueryClient();
  const { data } = useQuery(callQuery(controlPasswordCalls.detail, { id: device.id }));
  const remove = useAction(controlPasswordCalls.remove, {
    done: t('ownRemoved'),
    also: ['deviceControl'],
    after: onClose,
  });
  if (!data) return null;
  const passwordState = (password: typeof data.device) =>
    password
      ? t('passwordSince', { by: password.changedBy, at: formatTime(password.changedAt) })
      : t('passwordNone');
  return (
    <FormDialog
      title={t('setPassword')}
      call={controlPasswordCalls.update}
      submit={t('savePassword')}
      done={t('passwordSaved')}
      initial={{ id: device.id, scope: data.device ? 'DEVICE' : 'COMPANY' }}
      after={() => {
        void cache.invalidateQueries({ queryKey: ['deviceControl'] });
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('passwordHint')}</p>
      <Form.Item name="scope" label={t('passwordFor')}>
        <Radio.Group className="sl-drive-scopes">
          <Radio value="COMPANY">
            {t('forCompany', { company: data.companyName })}
            <small>{passwordState(data.company)}</small>
          </Radio>
          <Radio value="DEVICE">
            {t('forDevice', { name: device.nickname })}
            <small>{passwordState(data.device)}</small>
          </Radio>
        </Radio.Group>
      </Form.Item>
      <Form.Item name="password" label={t('newPassword')} extra={t('newPasswordHint')}>
        <Input.Password autoFocus autoComplete="new-password" maxLength={128} />
      </Form.Item>
      {data.device && (
        <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate({ id: device.id })}>
          {t('removeOwn')}
        </Button>
      )}
    </FormDialog>
  );
}
