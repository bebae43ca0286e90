import { alarmActCalls, type AlarmEntry } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { may } from '../../../kit/api/may.ts';
import type { MenuItem } from '../../../kit/list/row-menu.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';
import type { AlarmAct } from './alarm-dialogs.tsx';
import { isAtOnce, useAtOnce } from './use-at-once.ts';

const dialogs = {
  acknowledge: lazy(() => lazyPart(() => import('./alarm-dialogs.tsx').then((m) => m.AcknowledgeDialog))),
  assign: lazy(() => lazyPart(() => import('./alarm-dialogs.tsx').then((m) => m.AssignDialog))),
  comment: lazy(() => lazyPart(() => import('./alarm-dialogs.tsx').then((m) => m.CommentDialog))),
  process: lazy(() => lazyPart(() => import('./alarm-dialogs.tsx').then((m) => m.ProcessDialog))),
  shelve: lazy(() => lazyPart(() => import('./alarm-dialogs.tsx').then((m) => m.ShelveDialog))),
  unshelve: lazy(() => lazyPart(() => import('./alarm-dialogs.tsx').then((m) => m.UnshelveDialog))),
  remind: lazy(() => lazyPart(() => import('./remind-dialog.tsx').then((m) => m.RemindDialog))),
};

const icons: Record<AlarmAct, IconName> = {
  acknowledge: 'seen',
  assign: 'user',
  process: 'check',
  shelve: 'sleep',
  unshelve: 'undo',
  remind: 'bell',
  comment: 'edit',
};
/** The order of the acts in bars and menus, each with its key. */
export const actKeys = {
  acknowledge: 'a',
  assign: 'o',
  process: 'p',
  shelve: 's',
  unshelve: 'u',
  remind: 'm',
  comment: 'c',
} as const satisfies Record<AlarmAct, string>;
const acts = ['acknowledge', 'assign', 'process', 'shelve', 'unshelve', 'remind', 'comment'] as const;

/** Whether an act has an effect on an alarm. */
const conditions: Record<AlarmAct, (alarm: AlarmEntry) => boolean> = {
  acknowledge: ({ acknowledged, processed }) => !acknowledged && !processed,
  assign: ({ processed }) => !processed,
  process: ({ processed }) => !processed,
  shelve: ({ processed }) => !processed,
  unshelve: ({ shelved, processed }) => shelved !== null && !processed,
  remind: ({ acknowledged, processed }) => !acknowledged && !processed,
  comment: () => true,
};

/** The acts that the account may do on any alarm. */
export const alarmActs = (): AlarmAct[] => acts.filter((act) => may(alarmActCalls[act].allow));

/** Those that have an effect on at least one of these alarms. The dialog names the alarms that refuse. */
export const actsOn = (rows: readonly AlarmEntry[]): AlarmAct[] =>
  alarmActs().filter((act) => rows.some(conditions[act]));

interface DialogProps {
  act: AlarmAct;
  rows: AlarmEntry[];
  onClose: (changed: boolean) => void;
}

export function AlarmDialog({ act, rows, onClose }: DialogProps) {
  // The rows are live: an act that succeeds changes its row under the dialog.
  const [fixed] = useState(rows);
  const Dialog = dialogs[act];
  return (
    <Suspense>
      <Dialog rows={fixed} onClose={onClose} />
    </Suspense>
  );
}

/** The menu of one alarm. `open` opens the dialog of an act. */
export function useAlarmMenu(alarm: AlarmEntry, open: (act: AlarmAct) => void): (MenuItem | false)[] {
  const { t } = useTranslation('alarms/alarms');
  const atOnce = useAtOnce();
  const offered = actsOn([alarm]);
  return [
    offered.includes('assign') &&
      alarm.owner?.mine !== true && {
        key: 'take',
        text: t('acts.take'),
        icon: 'hand',
        run: () => void atOnce('assign', alarm),
      },
    ...offered.map((act) => ({
      key: act,
      text: t(`acts.${act}`),
      icon: icons[act],
      run: () => (isAtOnce(act) ? void atOnce(act, alarm) : open(act)),
    })),
  ];
}
