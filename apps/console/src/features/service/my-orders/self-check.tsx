import { commandCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { SelfCheckResult } from '../../../shared/command/command-values.tsx';
import { useCommand } from '../../../shared/command/use-command.ts';
import { useCommandsLive } from '../../../shared/command/use-commands-live.ts';

/** The result of the last self-check of a robot. */
export function SelfCheck({ deviceId }: { deviceId: string }) {
  const input = { deviceId, type: ['chassis.selfCheck'], status: ['SUCCEEDED' as const], pageSize: 1 };
  const { data } = useQuery({
    ...callQuery(commandCalls.list, input),
    enabled: may(commandCalls.list.allow),
    meta: { silent: true },
  });
  useCommandsLive();
  const id = data?.list[0]?.id;
  return id ? <CheckResult id={id} /> : null;
}

function CheckResult({ id }: { id: string }) {
  const { t } = useTranslation('service/my-orders');
  const { data: command } = useCommand(id);
  if (!command?.result) return null;
  return (
    <div className="my-check">
      <p>
        {t('lastCheck')} <Ago at={command.endedAt} />
      </p>
      <SelfCheckResult result={command.result} />
    </div>
  );
}
