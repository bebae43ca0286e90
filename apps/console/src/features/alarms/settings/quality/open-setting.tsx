import { alarmSettingCalls, type AlarmPushChoice, type NoisyCode, type Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../../kit/api/api.ts';
import { session } from '../../../../kit/api/session.ts';
import { SettingDialog } from '../setting-dialog.tsx';

export interface SettingRequest {
  code: Pick<NoisyCode, 'code' | 'errorType'>;
  companyId?: string;
  model?: NonNullable<Sent<typeof alarmSettingCalls.query>['model']>;
  push?: AlarmPushChoice;
}

/** Reads the setting of one code, then opens its dialog. Without a company it is the setting of the reader's own. */
export function OpenSetting(request: SettingRequest & { onClose: () => void }) {
  const { code, companyId = session.user()?.companyId ?? '', model = '', push, onClose } = request;
  const { data } = useQuery(
    callQuery(alarmSettingCalls.query, { companyId, model, code: code.code, pageSize: 99 }),
  );
  const row = data?.list.find(({ errorType }) => errorType === code.errorType);
  return row ? (
    <SettingDialog row={row} place={{ companyId, model }} {...(push && { push })} onClose={onClose} />
  ) : null;
}
