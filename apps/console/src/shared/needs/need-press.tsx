import { deviceMapCalls, needCalls, runCalls, type Need } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { Refusal } from '../../kit/form/refusal.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { toast } from '../../kit/ui/toasts.ts';
import { Readiness } from '../run/readiness.tsx';
import { useActObstacle } from '../run/use-act-obstacle.ts';
import { addressOfNeed, pressOf, type NeedPress as Press } from './need-act.ts';

/** The next action of a need: a press where the account may send the call, else the page where it can look. */
export function NeedAct({ need }: { need: Need }) {
  const { t } = useTranslation('needs');
  const press = pressOf(need);
  if (press) return <NeedPress need={need} press={press} />;
  const address = addressOfNeed(need);
  if (address === null) return null;
  const text = t(`open.${need.action}`);
  return (
    <Link className="sl-button sl-button-plain" to={address} aria-label={`${text}: ${need.name}`}>
      {text}
    </Link>
  );
}

const isRefusedMap = (answer: unknown): boolean =>
  deviceMapCalls.send.output.safeParse(answer).data?.results.some(({ result }) => result === 'REFUSED') ??
  false;

/** Sends the call. What moves a robot is confirmed by the name of the robot, and a refusal is shown in the dialog. */
function NeedPress({ need, press }: { need: Need; press: Press }) {
  const { t } = useTranslation('needs');
  const [asking, ask] = useState(false);
  const { action, call, input, moves } = press;
  const device = need.device?.name ?? '';
  const obstacle = useActObstacle('CLEAN', asking && moves ? need.device?.id : undefined, need.map?.id);
  const send = useAction(call, {
    done: null,
    also: [needCalls.list.family, runCalls.list.family],
    silent: moves,
    after: (answer) => {
      ask(false);
      // The answer of a map names the result per robot.
      if (isRefusedMap(answer)) toast({ tone: 'failed', text: t('refused', { name: need.name }) });
      else toast({ tone: 'done', text: t(`sent.${action as 'START_TASK'}`, { name: need.name, device }) });
    },
  });
  const text = t(`press.${action as 'START_TASK'}`);
  return (
    <>
      <Button
        busy={send.isPending && !asking}
        aria-label={`${text}: ${need.name}`}
        onClick={() => (moves ? ask(true) : send.mutate(input))}
      >
        {text}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('confirm', { device, name: need.name })}
          act={t('confirmAct', { device })}
          busy={send.isPending}
          disabled={obstacle !== undefined}
          onConfirm={() => send.mutate(input)}
          onClose={() => ask(false)}
        >
          {need.device && <Readiness deviceId={need.device.id} mapId={need.map?.id} />}
          <Refusal error={send.error} />
        </ConfirmDialog>
      )}
    </>
  );
}
