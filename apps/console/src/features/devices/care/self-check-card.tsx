import { commandCalls, deviceCareCalls } from '@sweepline/contract';
import { selfCheckItems, type SelfCheckItem } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { SelfCheckResult } from '../../../shared/command/command-values.tsx';
import '../../../shared/command/command.css';
import { useCommand } from '../../../shared/command/use-command.ts';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { CareCard } from './care-card.tsx';
import type { Detail } from './control-tab.tsx';
import { useHindrance } from './use-hindrance.ts';

/** Starts a self-check and shows the result of the last one. */
export function SelfCheckCard({ detail: { device, live }, reason }: { detail: Detail; reason: string }) {
  const { t } = useTranslation('devices/care');
  const { word } = useWords();
  const [items, setItems] = useState<readonly SelfCheckItem[]>(selfCheckItems);
  const check = useCommandAction(deviceCareCalls.selfCheck, device);
  const hindrance =
    useHindrance(live, 'standbyOrFault') ?? (items.length === 0 ? t('hindered.noItem') : undefined);
  const toggle = (item: SelfCheckItem) =>
    setItems((old) => (old.includes(item) ? old.filter((one) => one !== item) : [...old, item]));
  return (
    <CareCard icon="check" title={t('selfCheck')} hint={t('selfCheckHint')}>
      <div className="care-items">
        {selfCheckItems.map((item) => (
          <label key={item}>
            <input type="checkbox" checked={items.includes(item)} onChange={() => toggle(item)} />
            {word('selfCheck', item)}
          </label>
        ))}
      </div>
      <div className="care-acts">
        <Button
          icon="check"
          busy={check.isPending}
          disabled={hindrance !== undefined}
          title={hindrance}
          onClick={() =>
            check.mutate({ id: device.id, items: selfCheckItems.filter((it) => items.includes(it)), reason })
          }
        >
          {t('selfCheckAct')}
        </Button>
      </div>
      <LastCheck deviceId={device.id} />
    </CareCard>
  );
}

function LastCheck({ deviceId }: { deviceId: string }) {
  const input = { deviceId, type: ['chassis.selfCheck'], status: ['SUCCEEDED' as const], pageSize: 1 };
  const { data } = useQuery({ ...callQuery(commandCalls.list, input), meta: { silent: true } });
  const id = data?.list[0]?.id;
  return id ? <CheckResult id={id} /> : null;
}

function CheckResult({ id }: { id: string }) {
  const { t } = useTranslation('devices/care');
  const { data: command } = useCommand(id);
  if (!command?.result) return null;
  return (
    <div className="care-found">
      <p>
        {t('lastCheck')} <Ago at={command.endedAt} />
      </p>
      <SelfCheckResult result={command.result} />
    </div>
  );
}
