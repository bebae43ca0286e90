import { deviceLogCalls, type DeviceLog } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../../kit/api/api.ts';
import { LogBeside } from './log-beside.tsx';
import { LogFileList } from './log-file-list.tsx';
import { LogLines } from './log-lines.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import { useLogFilter } from './use-log-filter.ts';

/** Reads an archive in place: its files, its lines, and what the robot did meanwhile. */
export function LogReader({ log }: { log: DeviceLog }) {
  const [filter, set] = useLogFilter();
  const { data: files } = useQuery({
    ...callQuery(deviceLogCalls.files, { id: log.id }),
    meta: { silent: true },
  });
  const list = files?.list ?? [];
  return (
    <div className="log-reader">
      <aside>
        <LogFileList log={log} files={list} chosen={filter.file} onChoose={(file) => set({ file })} />
        <LogBeside log={log} onTime={(at) => set({ at })} />
      </aside>
      <section>
        <LogToolbar filter={filter} modules={list.map(({ module }) => module)} onChange={set} />
        <LogLines log={log} filter={filter} onTime={(at) => set({ at })} />
      </section>
    </div>
  );
}
