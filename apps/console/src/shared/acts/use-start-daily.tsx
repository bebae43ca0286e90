import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '../../kit/ui/toasts.ts';
import { DailyActDialog } from './daily-act-dialog.tsx';
import type { DailyDevice } from './daily-act-list.ts';
import type { AskedAct, DailyItem } from './use-daily-acts.ts';

/** Starts daily acts: at once, by their page, or after a question in the returned dialog. What is not possible says why. */
export function useStartDaily() {
  const [asked, ask] = useState<{ act: AskedAct; device: DailyDevice } | null>(null);
  const navigate = useNavigate();
  const start = ({ obstacle, asks, to, run }: DailyItem, device: DailyDevice) => {
    if (obstacle !== undefined) toast({ tone: 'failed', text: obstacle });
    else if (asks) ask({ act: asks, device });
    else if (to) void navigate(to);
    else run?.();
  };
  return { start, dialog: asked && <DailyActDialog {...asked} onClose={() => ask(null)} /> };
}
